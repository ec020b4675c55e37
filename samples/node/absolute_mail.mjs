// absolute_mail.mjs FILE URL: the page as a mail can carry it, with absolute links and without a base element.
import { readFileSync } from 'node:fs';
import { rewrite } from 'hrefkit';

const [file, url] = process.argv.slice(2);
const mail = rewrite(readFileSync(file), url, null, { form: 'absolute', dropBase: true });
process.stdout.write(mail.data);
