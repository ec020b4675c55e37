// A plug-in for Eleventy: pages keep their links when they are served below a prefix, and a build with broken links
// fails. In eleventy.config.js:
//
//   import hrefkitPlugin from './eleventy_plugin.mjs';
//   export default (config) => config.addPlugin(hrefkitPlugin, { siteUrl: 'https://docs.example/guide/' });
import { check, rewrite } from 'hrefkit';

export default function hrefkitPlugin(config, { siteUrl, rules } = {}) {
  const site = new URL(siteUrl);
  const root = new URL('/', site).href;
  // "/page/" in a template means the page of the site, wherever that is.
  config.addTransform('hrefkit', function (content) {
    const { outputPath, url } = this.page;
    if (!outputPath || !outputPath.endsWith('.html') || site.pathname === '/') return content;
    return rewrite(content, new URL(url.slice(1), site), (link) => {
      const isOfSite = link.raw.startsWith('/') && !link.raw.startsWith('//') && !link.url.startsWith(site.href);
      return isOfSite ? site.href + link.url.slice(root.length) : null;
    }, { form: 'as-written' }).data;
  });
  config.on('eleventy.after', async ({ directories, dir }) => {
    const report = await check(directories?.output ?? dir.output, { siteUrl, rules });
    for (const { file, line, severity, message } of report.findings) console.log(`${file}:${line}: ${severity}: ${message}`);
    if (!report.ok) throw new Error(`hrefkit: ${report.summary.errors} broken links`);
  });
}
