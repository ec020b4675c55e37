// archive_sql.mjs FILE: the links of a web archive as SQL: node archive_sql.mjs FILE | sqlite3 links.db
import { archive } from 'hrefkit';

const text = (value) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`);
console.log('CREATE TABLE link (page TEXT, date TEXT, url TEXT, kind TEXT, line INTEGER);\nBEGIN;');
const captures = archive(process.argv[2]);
for await (const capture of captures) {
  for (const { url, kind, line } of capture.links()) {
    console.log(`INSERT INTO link VALUES (${text(capture.uri)}, ${text(capture.date)}, ${text(url)}, '${kind}', ${line});`);
  }
}
console.log('COMMIT;');
for (const { offset, why } of captures.notes) console.error(`record at ${offset}: ${why}`);
