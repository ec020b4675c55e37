// Compares the links of random documents with those that parse5 finds.
//
//   npm install parse5            (in any folder; run from there, or set NODE_PATH)
//   node tests/judge/parse5_links.mjs build/release/hrefkit [DOCUMENTS] [SEED]
//
// Both engines, `dom` and `auto`, read DOCUMENTS (50,000) random documents. Each link is compared
// by element, attribute, place and value. The exit code is 1 where they differ; the first
// documents that differ are printed.
//
// parse5 8.1 has the old rules for select. This script replaces them by those of today (HTML Living
// Standard 13.2.6.4.7): select is an ordinary element that bounds scopes. parse5 knows neither
// declarative shadow roots nor selectedcontent, so the documents have none.
import {execFileSync} from 'node:child_process';
import {createRequire} from 'node:module';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const require = createRequire(join(process.cwd(), 'judge.cjs'));
const {Parser, defaultTreeAdapter, html} = await import(pathToFileURL(require.resolve('parse5')));

// ---- parse5 with today's rules for select

const $ = html.TAG_ID;
const implied = new Set(['dd', 'dt', 'li', 'optgroup', 'option', 'p', 'rb', 'rp', 'rt', 'rtc']);
const scopeBounds = {
  [html.NS.HTML]: new Set(['applet', 'caption', 'html', 'table', 'td', 'th', 'marquee', 'object',
                           'select', 'template']),
  [html.NS.MATHML]: new Set(['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml']),
  [html.NS.SVG]: new Set(['foreignObject', 'desc', 'title']),
};

const Mode = {IN_BODY: 6, IN_TABLE: 8, IN_TABLE_TEXT: 9, IN_CAPTION: 10, IN_COLUMN_GROUP: 11,
              IN_TABLE_BODY: 12, IN_ROW: 13, IN_CELL: 14, IN_SELECT: 15, IN_SELECT_IN_TABLE: 16,
              AFTER_BODY: 18, IN_FRAMESET: 19, AFTER_AFTER_BODY: 21, AFTER_HEAD: 5,
              BEFORE_HEAD: 2, IN_HEAD: 3};
const tableModes = [Mode.IN_TABLE, Mode.IN_TABLE_BODY, Mode.IN_ROW];
const modeOfName = {
  td: Mode.IN_CELL, th: Mode.IN_CELL, tr: Mode.IN_ROW, tbody: Mode.IN_TABLE_BODY,
  thead: Mode.IN_TABLE_BODY, tfoot: Mode.IN_TABLE_BODY, caption: Mode.IN_CAPTION,
  colgroup: Mode.IN_COLUMN_GROUP, table: Mode.IN_TABLE, body: Mode.IN_BODY,
  frameset: Mode.IN_FRAMESET,
};
const nameOf = (item) => defaultTreeAdapter.getTagName(item);
const isHtml = (item) => defaultTreeAdapter.getNamespaceURI(item) === html.NS.HTML;

class TodaysParser extends Parser {
  constructor(...args) {
    super(...args);
    const stack = this.openElements;
    const search = (isFound, extra) => {
      for (let i = stack.stackTop; i >= 0; i = stack.slotBelow(i)) {
        const item = stack.items[i];
        const name = nameOf(item);
        if (isFound(item, i)) return true;
        const bounds = scopeBounds[defaultTreeAdapter.getNamespaceURI(item)];
        if (bounds?.has(name) || (isHtml(item) && extra.includes(name))) return false;
      }
      return true;
    };
    const byId = (id) => (item, i) => isHtml(item) && stack.tagIDs[i] === id;
    stack.hasInScope = (id, element) =>
        search(element ? (item) => item === element : byId(id), []);
    stack.hasInButtonScope = (id) => search(byId(id), ['button']);
    stack.hasInListItemScope = (id) => search(byId(id), ['ol', 'ul']);
    stack.hasNumberedHeaderInScope = () =>
        search((item) => isHtml(item) && /^h[1-6]$/.test(nameOf(item)), []);
    // parse5 forgets that templates bound table scope (13.2.4.2).
    const inTableScope = (isFound) => {
      for (let i = stack.stackTop; i >= 0; i = stack.slotBelow(i)) {
        if (!isHtml(stack.items[i])) continue;
        if (isFound(i)) return true;
        if (['html', 'table', 'template'].includes(nameOf(stack.items[i]))) return false;
      }
      return true;
    };
    stack.hasInTableScope = (id) => inTableScope((i) => stack.tagIDs[i] === id);
    stack.hasTableBodyContextInTableScope = () =>
        inTableScope((i) => [$.TBODY, $.THEAD, $.TFOOT].includes(stack.tagIDs[i]));
    // The modes for select are gone.
    let mode = this.insertionMode;
    Object.defineProperty(this, 'insertionMode', {
      get: () => mode,
      set: (next) => {
        if (next !== Mode.IN_SELECT && next !== Mode.IN_SELECT_IN_TABLE) mode = next;
      },
    });
  }

  _resetInsertionMode() {
    const stack = this.openElements;
    for (let i = stack.stackTop; i >= 0; i = stack.slotBelow(i)) {
      if (!isHtml(stack.items[i])) continue;
      const name = nameOf(stack.items[i]);
      if (name === 'template') this.insertionMode = this.tmplInsertionModeStack.at(-1);
      else if (name === 'head') this.insertionMode = Mode.IN_HEAD;
      else if (name === 'html') this.insertionMode = this.headElement ? Mode.AFTER_HEAD : Mode.BEFORE_HEAD;
      else if (modeOfName[name] !== undefined) this.insertionMode = modeOfName[name];
      else continue;
      return;
    }
    this.insertionMode = Mode.IN_BODY;
  }

  imply(except) {
    const stack = this.openElements;
    while (isHtml(stack.current) && implied.has(nameOf(stack.current)) &&
           nameOf(stack.current) !== except) {
      stack.pop();
    }
  }

  /** True where `token` meets a select element in scope, and text before it is dealt with. */
  meetsSelect() {
    return this.insertionMode !== Mode.IN_TABLE_TEXT && this.insertionMode >= Mode.IN_BODY &&
        this.openElements.hasInScope($.SELECT);
  }

  _startTagOutsideForeignContent(token) {
    const names = [$.SELECT, $.INPUT, $.OPTION, $.OPTGROUP, $.HR];
    if (!names.includes(token.tagID) || !this.meetsSelect()) {
      return super._startTagOutsideForeignContent(token);
    }
    const inTable = tableModes.includes(this.insertionMode);
    const hidden = token.attrs.some((a) => a.name === 'type' && a.value.toLowerCase() === 'hidden');
    if (token.tagID === $.SELECT || (token.tagID === $.INPUT && !(inTable && hidden))) {
      this.openElements.popUntilTagNamePopped($.SELECT);
      if (token.tagID === $.SELECT) return undefined;
    } else if (token.tagID === $.HR) {
      if (this.openElements.hasInButtonScope($.P)) {
        this.imply('p');
        this.openElements.popUntilTagNamePopped($.P);
      }
      this.imply();
    } else if (token.tagID !== $.INPUT) {
      this.imply(token.tagID === $.OPTION ? 'optgroup' : undefined);
    }
    return super._startTagOutsideForeignContent(token);
  }

  _endTagOutsideForeignContent(token) {
    if (token.tagID !== $.SELECT || this.insertionMode < Mode.IN_BODY ||
        this.insertionMode === Mode.IN_TABLE_TEXT) {
      return super._endTagOutsideForeignContent(token);
    }
    if (this.openElements.hasInScope($.SELECT)) {
      this.imply();
      this.openElements.popUntilTagNamePopped($.SELECT);
    }
    return undefined;
  }
}

// ---- Random documents

let state = 0n;
function below(limit) {  // xorshift64
  const mask = (1n << 64n) - 1n;
  state ^= (state << 13n) & mask;
  state ^= state >> 7n;
  state ^= (state << 17n) & mask;
  return Number(state % BigInt(limit));
}
const anyOf = (list) => list[below(list.length)];

const names = ('a a a A b i nobr font font p div li ul dd dt table tbody thead tr td th caption colgroup col ' +
               'select option optgroup button form input textarea title style script noscript ' +
               'noframes iframe xmp template svg math mi desc foreignObject annotation-xml image ' +
               'img br hr h1 h2 ruby rb rt rtc frameset frame html head body base link meta object applet ' +
               'marquee plaintext isindex menuitem source area q x-y path g use span pre search dialog').split(' ');
const beginnings = ['', '', '', '<!doctype html>', '<!doctype html><body>', '<body>', '<svg><desc>', '<svg><g>',
                    '<math><mi>', '<math><annotation-xml encoding=text/html>', '<table>',
                    '<table><td>', '<svg><desc><table>', '<svg><desc><select>', '<object><svg>',
                    '<select>', '<template>', '<template><tr>', '<table><select>'];
const others = ['x ', 'x ', 'x', ' ', '\n', '<!-- <a href=c> -->', '<!-->', '<![CDATA[<a href=d>]]>',
                '<![CDATA[ ]]>', '</>', '</ x>', '< a>', '&nbsp;', '&#32;', '<?p <a>', '\0'];
let counter = 0;

function startTag() {
  const name = anyOf(names);
  let tag = '<' + name;
  // parse5 does not tell where attributes stand that are merged into html and body.
  if (name === 'html' || name === 'body') return tag + '>';
  if (below(2)) tag += ` href=u${++counter}`;
  if (below(4) === 0) tag += ` src=v${++counter}`;
  if (below(6) === 0) tag += anyOf([' type=hidden', ' color=x', ' encoding="text/html"', ' id=i', ' href=dup', ' cite=w', ' background=y', ' xlink:href=z']);
  return tag + (below(12) === 0 ? ' />' : '>');
}

function randomDocument() {
  let text = anyOf(beginnings);
  const count = 1 + below(30);
  for (let i = 0; i < count; i++) {
    const kind = below(20);
    if (kind < 10) text += startTag();
    else if (kind < 16) text += `</${anyOf(names)}${below(8) === 0 ? ' x' : ''}>`;
    else text += anyOf(others);
  }
  return text;
}

// ---- Links by parse5

/** Attributes that hold a link, by element; the common ones will do. */
const linkAttributes = {
  a: ['href'], area: ['href'], link: ['href'], base: ['href'], img: ['src'], input: ['src'],
  script: ['src'], iframe: ['src'], frame: ['src'], source: ['src'], body: ['background'],
  table: ['background'], td: ['background'], th: ['background'], tr: ['background'],
  tbody: ['background'], thead: ['background'], tfoot: ['background'], q: ['cite'],
};
const svgLinks = ['a', 'image', 'use', 'script'];

function collect(node, rows, seen) {
  for (const child of node.childNodes ?? []) {
    if (child.tagName !== undefined && child.sourceCodeLocation?.attrs) {
      const {attrs} = child.sourceCodeLocation;
      const wanted = child.namespaceURI === html.NS.HTML ? linkAttributes[child.tagName] ?? [] :
          child.namespaceURI === html.NS.SVG && svgLinks.includes(child.tagName) ? ['href', 'xlink:href'] : [];
      for (const attribute of child.attrs) {
        const name = attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name;
        if (!wanted.includes(name) || attrs[name] === undefined) continue;
        const {endOffset} = attrs[name];
        if (!seen.has(endOffset)) {
          seen.add(endOffset);
          rows.push(`${child.tagName} ${name} ${attribute.value} ${endOffset}`);
        }
      }
    }
    collect(child, rows, seen);  // the content of templates is no child
  }
}

function linksByParse5(text) {
  const parser = new TodaysParser({sourceCodeLocationInfo: true, scriptingEnabled: false});
  parser.tokenizer.write(text, true);
  const rows = [];
  collect(parser.document, rows, new Set());
  return rows.sort();
}

// ---- Links by hrefkit

function linksByHrefkit(program, engine, folder) {
  const out = execFileSync(program, ['resolve', '-q', '--format', 'jsonl', '--engine', engine, '--xml-base', 'off',
                                     '--encoding', 'utf-8', '-j', '2', folder], {maxBuffer: 1 << 30});
  const byFile = new Map();
  for (const line of out.toString().split('\n')) {
    if (line === '') continue;
    const row = JSON.parse(line);
    const number = Number(row.file.match(/(\d+)\.html$/)[1]);
    const html = row.ns === undefined;
    const wanted = html ? linkAttributes[row.element] ?? [] :
        row.ns === 'svg' && svgLinks.includes(row.element) ? ['href', 'xlink:href'] : [];
    if (!wanted.includes(row.attribute)) continue;
    if (!byFile.has(number)) byFile.set(number, []);
    byFile.get(number).push(`${row.element} ${row.attribute} ${row.raw} ${row.offset + row.length}`);
  }
  return byFile;
}

const [program, count = '50000', seed = '1'] = process.argv.slice(2);
const chunk = 10000;
let different = 0;
for (let first = 0; first < Number(count); first += chunk) {
  const folder = mkdtempSync(join(tmpdir(), 'hrefkit-judge-'));
  const texts = [];
  for (let i = 0; i < Math.min(chunk, Number(count) - first); i++) {
    state = BigInt(seed) * 1000003n + BigInt(first + i) * 2654435761n + 88172645463325252n;
    below(2);
    counter = 0;
    texts.push(randomDocument());
    writeFileSync(join(folder, `${i}.html`), texts[i]);
  }
  for (const engine of ['dom', 'auto']) {
    const found = linksByHrefkit(program, engine, folder);
    texts.forEach((text, i) => {
      const ours = (found.get(i) ?? []).sort();
      const theirs = linksByParse5(text);
      if (ours.join('\n') === theirs.join('\n')) return;
      if (++different <= 10) {
        console.log(`${engine}: ${JSON.stringify(text)}`);
        console.log('  hrefkit only:', ours.filter((r) => !theirs.includes(r)));
        console.log('  parse5 only: ', theirs.filter((r) => !ours.includes(r)));
      }
    });
  }
  rmSync(folder, {recursive: true});
}
console.log(`${count} documents, both engines: ${different} differ from parse5`);
process.exit(different === 0 ? 0 : 1);
