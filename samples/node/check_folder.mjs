// check_folder.mjs FOLDER URL: the broken links of a site before it goes out; the exit code says whether there are any.
import { check } from 'hrefkit';

const [folder, siteUrl] = process.argv.slice(2);
const report = await check(folder, { siteUrl, rules: { 'duplicate-id': 'off' } });
for (const { file, line, message } of report.findings) console.log(`${file}:${line}: ${message}`);
console.log(`${report.summary.links} links, ${report.summary.errors} errors`);
process.exitCode = report.ok ? 0 : 1;
