// The style sheet of the page that `effects --format html` writes.
#pragma once

#include <string_view>

namespace hrefkit::cli {

/// CSS without references to anything outside of it. Colours meet a contrast of 4.5 to 1 in the
/// light and in the dark scheme, and none stands alone: a word says the same.
inline constexpr std::string_view effects_style = R"css(
:root {
  color-scheme: light dark;
  --page: #fbfbfa; --card: #ffffff; --line: #dcdcd6; --text: #1d1f21; --soft: #5b6066;
  --updated: #0b5cad; --updated-bg: #e3effb; --stale: #8a5200; --stale-bg: #fdf0d9;
  --same: #5b6066; --same-bg: #eeeeea; --hazard: #b3261e; --hazard-bg: #fde7e5; --mark: #fff0a8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181b; --card: #1e2125; --line: #363b42; --text: #e6e6e3; --soft: #a3a9b1;
    --updated: #8cc4ff; --updated-bg: #17324d; --stale: #f3c06b; --stale-bg: #40300f;
    --same: #a3a9b1; --same-bg: #2b2f35; --hazard: #ffa49b; --hazard-bg: #4d1f1c; --mark: #5c4e0e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 84rem; padding: 1.5rem clamp(0.75rem, 3vw, 2.5rem) 4rem;
  background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
}
code { font: 0.875em/1.5 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
a { color: var(--updated); }
a:focus-visible, summary:focus-visible, input:focus-visible { outline: 3px solid var(--updated); outline-offset: 2px; }
h1 { font-size: clamp(1.35rem, 3vw, 1.8rem); line-height: 1.25; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.75rem; overflow-wrap: anywhere; }
.kicker { margin: 0 0 0.25rem; color: var(--soft); }
.done { margin: 0 0 1rem; padding-left: 1.2rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 0.75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-left: 0.4rem solid var(--same); border-radius: 0.5rem; padding: 0.6rem 0.9rem; color: var(--soft); }
.tiles b { display: block; font-size: 1.7rem; line-height: 1.2; color: var(--text); }
.tiles .updated { border-left-color: var(--updated); } .tiles .stale { border-left-color: var(--stale); }
.tiles .hazard { border-left-color: var(--hazard); }
.hazards details { background: var(--card); border: 1px solid var(--line); border-left: 0.4rem solid var(--hazard); border-radius: 0.5rem; margin: 0 0 0.6rem; }
.hazards summary { cursor: pointer; padding: 0.6rem 0.9rem; }
.hazards ul { margin: 0; padding: 0 0.9rem 0.7rem 2.1rem; }
.hazards li { margin: 0.2rem 0; }
fieldset { border: 0; margin: 0 0 0.75rem; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: center; }
legend { float: left; padding: 0 0.75rem 0 0; color: var(--soft); }
label { display: inline-flex; gap: 0.4rem; align-items: center; min-height: 2rem; }
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0 0 0.75rem; }
.controls input, .controls select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.35rem 0.6rem; min-width: 0; max-width: 100%; }
.controls input { flex: 1 1 14rem; }
[hidden] { display: none !important; }
.frame { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
table { border-collapse: collapse; width: 100%; }
thead th:nth-child(1) { width: 22%; } thead th:nth-child(2) { width: 14%; } thead th:nth-child(4) { width: 25%; }
thead th { text-align: left; color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--line); padding: 0.5rem 0.75rem; }
td, tbody th { vertical-align: top; text-align: left; font-weight: normal; border-top: 1px solid var(--line); padding: 0.45rem 0.75rem; }
tbody th, .branch td { padding-left: calc(0.75rem + min(var(--level), 12) * 1.1rem); min-width: 11rem; }
.branch td { color: var(--soft); background: var(--page); }
.branch td, tbody th { overflow-wrap: anywhere; }
.place { color: var(--soft); font-size: 0.85em; white-space: nowrap; }
.urls { min-width: 18rem; }
.urls div { display: grid; grid-template-columns: 3.6rem 1fr; }
.urls span { color: var(--soft); font-size: 0.85em; line-height: 1.75; }
.fate { min-width: 11rem; font-size: 0.9em; }
.tag { display: inline-block; border-radius: 1rem; padding: 0 0.6rem; margin: 0 0.25rem 0.2rem 0; font-weight: 600; background: var(--same-bg); color: var(--same); white-space: nowrap; }
.tag.updated { background: var(--updated-bg); color: var(--updated); }
.tag.reloaded { background: var(--stale-bg); color: var(--stale); }
.tag.stale { background: var(--stale-bg); color: var(--stale); }
.tag.hazard { background: var(--hazard-bg); color: var(--hazard); }
tr.unchanged .urls code { color: var(--soft); }
tr:target > * { background: var(--mark); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.none { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; }
body:has(#show-updated:not(:checked)) tr.updated, body:has(#show-stale:not(:checked)) tr.stale,
body:has(#show-reloaded:not(:checked)) tr.reloaded, body:has(#show-unchanged:not(:checked)) tr.unchanged { display: none; }
@media (max-width: 50rem) {
  thead { display: none; }
  tr { display: block; border-top: 1px solid var(--line); padding: 0.4rem 0; }
  td, tbody th { display: block; border: 0; padding-block: 0.15rem; min-width: 0; }
  td[data-label]::before { content: attr(data-label); display: block; color: var(--soft); font-size: 0.8em; }
  tbody th, .branch td { padding-left: calc(0.75rem + min(var(--level), 4) * 0.6rem); }
  .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: 0.5rem; }
}
@media print { fieldset, .controls { display: none; } body { max-width: none; padding: 0; } }
)css";

}  // namespace hrefkit::cli
