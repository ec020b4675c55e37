import { part } from './part.js';
import './gone.js';
import 'bare';
const trap = 'import("./trap.js")', pattern = /import("x")/, a = { import: name => name };
import('./later.js');
import("fs").catch(() => {});
a.import('./trap.js');
new Worker(new URL('worker.js', import.meta.url));
new URL('./', import.meta.url);
new URL('gone.png', import.meta.url);
//# sourceMappingURL=main.js.map
