// peers.mjs NAME tricky: what one program says about the tricky pages, as JSON.
// peers.mjs NAME time FILE...: the processor time, in milliseconds, that it takes for each page.
//
// Programs that give a document tree get the loop that a careful user writes around them (careful below).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pages, url } from './pages.mjs';

const require = createRequire(path.join(process.env.PEERS_MODULES ?? path.resolve('node_modules'), 'x.cjs'));
const resolve = (reference, base) => { try { return new URL(reference, base).href; } catch { return reference; } };
const decode = (bytes, type) => new TextDecoder(/charset=([^;\s]*)/.exec(type)?.[1] ?? 'utf-8').decode(bytes);

const sources = { img: 'src', script: 'src', iframe: 'src', frame: 'src', embed: 'src', object: 'data', video: 'poster', audio: 'src', source: 'src', track: 'src' };
const rels = /\b(stylesheet|icon|preload|modulepreload)\b/i;

/** The links of a tree: each(visit) calls visit(tag, attribute) for its elements; base is the href of the first base element. */
function careful(each, base, address) {
  const at = base === undefined || base === null ? address : resolve(base, address);
  const hyperlinks = [], loads = [];
  each((tag, attribute) => {
    const add = (to, value) => { if (value !== undefined && value !== null) to.push(resolve(value, at)); };
    if (tag === 'a' || tag === 'area') add(hyperlinks, attribute('href'));
    else if (tag === 'link' && rels.test(attribute('rel') ?? '')) add(loads, attribute('href'));
    else if (tag === 'input' && attribute('type') === 'image') add(loads, attribute('src'));
    else if (tag === 'meta' && attribute('http-equiv')?.toLowerCase() === 'refresh') add(loads, /url\s*=\s*['"]?([^'"]*)/i.exec(attribute('content') ?? '')?.[1]);
    else if (sources[tag]) add(loads, attribute(sources[tag]));
    for (const candidate of (attribute('srcset') ?? '').split(',')) if (candidate.trim()) add(loads, candidate.trim().split(/\s+/)[0]);
  });
  return { hyperlinks, loads };
}

const dom = (document, address) => careful((visit) => {
  for (const element of document.querySelectorAll('*')) visit(element.localName, (name) => element.getAttribute(name));
}, document.querySelector('base[href]')?.getAttribute('href'), address);

const programs = {
  hrefkit() {
    const { links } = createRequire(import.meta.url)(process.env.HREFKIT_PACKAGE);
    const loaded = new Set(['stylesheet', 'script', 'image', 'media', 'frame', 'object', 'refresh', 'css', 'resource', 'module']);
    return (bytes, address, contentType) => {
      const found = { hyperlinks: [], loads: [] };
      for (const link of links(bytes, address, { contentType: contentType || undefined, scripting: true, xmlBase: 'auto' })) {
        if (link.kind === 'hyperlink' && (link.element === 'a' || link.element === 'area')) found.hyperlinks.push(link.url ?? link.raw);
        else if (loaded.has(link.kind) && link.loaded !== null) found.loads.push(link.loaded ?? link.url ?? link.raw);
      }
      return found;
    };
  },
  cheerio() {
    const cheerio = require('cheerio');
    return (bytes, address, type) => {
      const $ = /charset=/.test(type) ? cheerio.load(decode(bytes, type)) : cheerio.loadBuffer(bytes);
      return careful((visit) => $('*').each((_, element) => visit(element.name, (name) => element.attribs[name])), $('base[href]').attr('href'), address);
    };
  },
  async parse5() {
    const { parse } = await import(require.resolve('parse5'));
    return (bytes, address, type) => {
      const elements = [];
      const walk = [parse(decode(bytes, type))];
      while (walk.length > 0) {
        const node = walk.pop();
        if (node.tagName) elements.push([node.tagName, new Map(node.attrs.map(({ name, value }) => [name, value]))]);
        for (const child of [...node.childNodes ?? []].reverse()) walk.push(child);
      }
      const base = elements.find(([tag, attributes]) => tag === 'base' && attributes.has('href'))?.[1].get('href');
      return careful((visit) => { for (const [tag, attributes] of elements) visit(tag, (name) => attributes.get(name)); }, base, address);
    };
  },
  htmlparser2() {
    const { Parser } = require('htmlparser2');
    return (bytes, address, type) => {
      const elements = [];
      const parser = new Parser({ onopentag: (tag, attributes) => elements.push([tag, attributes]) });
      parser.end(decode(bytes, type));
      const base = elements.find(([tag, { href }]) => tag === 'base' && href !== undefined)?.[1].href;
      return careful((visit) => { for (const [tag, attributes] of elements) visit(tag, (name) => attributes[name]); }, base, address);
    };
  },
  linkedom() {
    const { parseHTML } = require('linkedom');
    return (bytes, address, type) => dom(parseHTML(decode(bytes, type)).document, address);
  },
  jsdom() {
    const { JSDOM, VirtualConsole } = require('jsdom');
    // It has the DOM properties of a browser.
    return (bytes, address, contentType) => {
      const { window } = new JSDOM(bytes, { url: address, contentType: contentType || 'text/html', virtualConsole: new VirtualConsole(), runScripts: 'outside-only' });
      const { document } = window;
      const found = dom(document, document.baseURI);
      found.hyperlinks = Array.from(document.querySelectorAll('a[href], area[href]'), (element) => element.href);
      window.close();
      return found;
    };
  },
};

const [name, task, ...files] = process.argv.slice(2);
if (!Object.hasOwn(programs, name)) {
  console.log(Object.keys(programs).join(' '));
  process.exit(2);
}
let read;
try {
  read = await programs[name]();
} catch (error) {
  console.log(`missing: ${error.message.split('\n')[0]}`);
  process.exit(3);
}
if (task === 'tricky') {
  const answers = {};
  for (const [page, bytes, what, type] of pages) {
    try {
      answers[page] = [...new Set(read(bytes, url, type)[what])].sort();
    } catch (error) {
      answers[page] = [`error: ${error.message}`];
    }
  }
  const version = name === 'hrefkit' ? createRequire(import.meta.url)(process.env.HREFKIT_PACKAGE).version
    : JSON.parse(readFileSync(path.join(process.env.PEERS_MODULES ?? 'node_modules', name, 'package.json'), 'utf8')).version;
  console.log(JSON.stringify({ version, answers }));
} else {
  const read1 = (file) => [readFileSync(file), `https://docs.example${file}`];
  for (const file of files.slice(0, 20)) read(...read1(file), '');  // warm
  const times = [];
  for (const file of files) {
    const [bytes, address] = read1(file);
    const before = process.cpuUsage();
    read(bytes, address, '');
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  console.log(JSON.stringify(times));
}
