// chromium.mjs [CHROMIUM]: asks Chromium for the links of the pages (pages.mjs), and prints expected.json. It takes
// puppeteer-core, which `npm install` puts into a folder of yours: PEERS_MODULES=FOLDER/node_modules.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pages, url } from './pages.mjs';

const require = createRequire(path.join(process.env.PEERS_MODULES ?? path.resolve('node_modules'), 'x.cjs'));
const { default: puppeteer } = await import(require.resolve('puppeteer-core'));
const browser = await puppeteer.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'], headless: true });

/** The href of each a and area element, as a script in the page reads it. */
function hyperlinks() {
  const found = [];
  const add = (document) => {
    for (const element of document.querySelectorAll('a, area')) {
      if (element.namespaceURI.endsWith('svg')) {
        if (element.href.baseVal) found.push(new URL(element.href.baseVal, element.baseURI).href);
      } else if (element.hasAttribute('href')) {
        found.push(element.href);
      }
    }
    for (const frame of document.querySelectorAll('iframe')) if (frame.contentDocument) add(frame.contentDocument);
  };
  add(document);
  return found;
}

async function ask([, bytes, what, type], scale) {
  const tab = await browser.newPage();
  await tab.setViewport({ width: 800, height: 600, deviceScaleFactor: scale });
  await tab.setRequestInterception(true);
  const requested = [];
  let isPage = true;
  tab.on('request', (request) => {
    if (isPage && request.url() === url) {
      isPage = false;
      return request.respond({ status: 200, headers: { 'content-type': type }, body: bytes });
    }
    if (/^https?:/.test(request.url()) && !request.url().endsWith('/favicon.ico')) requested.push(request.url());
    return request.resourceType() === 'stylesheet' ? request.respond({ status: 200, contentType: 'text/css', body: '' }) : request.abort();
  });
  await tab.goto(url, { waitUntil: 'load' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const found = what === 'hyperlinks' ? await tab.evaluate(hyperlinks) : requested;
  await tab.close();
  return found;
}

const expected = {};
for (const page of pages) {
  const found = [];
  for (const scale of page[2] === 'loads' ? [1, 2, 3] : [1]) found.push(...await ask(page, scale));
  expected[page[0]] = [...new Set(found)].sort();
}
console.log(JSON.stringify({ browser: await browser.version(), pages: expected }, null, 1));
await browser.close();
