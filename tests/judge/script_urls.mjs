// Compares what hrefkit finds in scripts with what acorn and es-module-lexer read.
//
//   npm install acorn es-module-lexer   (in any folder; run from there)
//   ninja -C build/release list_script_urls
//   node tests/judge/script_urls.mjs build/release/list_script_urls [--random N] [--seed S] [PATH...]
//
// Reads the .js, .mjs and .cjs files in the PATHs (folders are walked), then N (100,000) random programs
// that acorn accepts, each as the goal for which acorn accepts it and as one of an unknown goal. Compared are
// the kinds, places, values and types of all URLs, the number of computed imports, and whether the
// text is a module. es-module-lexer is asked for the specifiers of modules, too; where it and acorn differ,
// acorn counts: of random modules it differs in about one of ten. The exit code is 1 where hrefkit and acorn
// differ; the first differences are printed. Texts that acorn rejects are counted.
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const require = createRequire(join(process.cwd(), 'judge.cjs'));
const acorn = await import(pathToFileURL(require.resolve('acorn')));
let lexer = null;
try {
  lexer = await import(pathToFileURL(require.resolve('es-module-lexer').replace(/\.cjs$/, '.js')));
  await lexer.init;
} catch (error) {
  console.log(`es-module-lexer is not asked: ${error.message}`);
}

let program = null;
let random = 100000;
let seed = 1;
const paths = [];
for (let i = 2; i < process.argv.length; ++i) {
  const argument = process.argv[i];
  if (argument === '--random') random = Number(process.argv[++i]);
  else if (argument === '--seed') seed = Number(process.argv[++i]);
  else if (program === null) program = argument;
  else paths.push(argument);
}

// ---- what acorn reads

const globals = new Set(['window', 'self', 'globalThis']);

/** The name of a global: `x` or `window.x`, neither written with escapes. */
function globalName(node, text) {
  if (node.type === 'Identifier') return text.slice(node.start, node.end) === node.name ? node.name : null;
  if (node.type === 'ChainExpression') return globalName(node.expression, text);
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return null;
  if (!globals.has(globalName(node.object, text))) return null;
  return globalName(node.property, text);
}

const isMeta = (node) => node.type === 'MetaProperty' && node.meta.name === 'import';
const isMember = (node, name) => node.type === 'MemberExpression' && !node.computed &&
    node.property.type === 'Identifier' && node.property.name === name;

/** A string, or a template without substitutions: where it is and what. */
function literalOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') {
    return {begin: node.start + 1, end: node.end - 1, value: node.value};
  }
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return {begin: node.start + 1, end: node.end - 1, value: node.quasis[0].value.cooked};
  }
  return null;
}

/** Without an empty string that is added in front. */
function added(node) {
  if (node?.type === 'BinaryExpression' && node.operator === '+' && literalOf(node.left)?.value === '' &&
      literalOf(node.left).end === literalOf(node.left).begin) {
    return node.right;
  }
  return node;
}

const keyOf = (property) => property.key?.name ?? property.key?.value;

function typeNamed(name) {
  return ['json', 'css', 'module'].includes(name) ? name : 'other';
}

function typeOfOptions(node) {
  if (node?.type !== 'ObjectExpression') return 'none';
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed || property.method || property.shorthand) return 'none';
    if (property.key.type === 'Literal' && typeof property.key.value !== 'string') return 'none';
    if (keyOf(property) === 'type') {
      const literal = literalOf(property.value);
      return literal === null ? 'other' : typeNamed(literal.value);
    }
    if (literalOf(property.value) === null && property.value.type !== 'Identifier' &&
        !(property.value.type === 'Literal' && [true, false, null].includes(property.value.value))) {
      return 'none';
    }
  }
  return 'none';
}

function typeOfImport(node) {
  if (node?.type !== 'ObjectExpression') return 'none';
  const [property] = node.properties;
  if (property?.type !== 'Property' || property.computed) return 'none';
  return ['with', 'assert'].includes(keyOf(property)) ? typeOfOptions(property.value) : 'none';
}

function read(text, tree, comments) {
  const found = {module: false, computed: 0, urls: []};
  const deps = text.indexOf('__vite__mapDeps');
  const add = (form, literal, type = 'none') => {
    if (literal !== null) found.urls.push({form, ...literal, type});
  };
  const stack = [[tree, null]];
  const workers = [];
  while (stack.length > 0) {
    const [node, worker] = stack.pop();
    const within = new Map();
    const arguments_ = node.arguments;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration': {
        found.module = true;
        const type = (node.attributes ?? []).find((attribute) => keyOf(attribute) === 'type');
        if (node.source) {
          add('static_import', literalOf(node.source), type ? typeNamed(type.value.value) : 'none');
        }
        break;
      }
      case 'ExportDefaultDeclaration':
        found.module = true;
        break;
      case 'MetaProperty':
        if (isMeta(node)) found.module = true;
        break;
      case 'ImportExpression':
        if (literalOf(node.source) === null) ++found.computed;
        add('dynamic_import', literalOf(node.source), typeOfImport(node.options));
        break;
      case 'NewExpression': {
        const name = globalName(node.callee, text);
        if (name === 'URL' && arguments_.length === 2) {
          const argument = added(arguments_[1]);
          const base = argument?.type === 'ChainExpression' ? argument.expression : argument;  // `import.meta?.url`
          if (isMember(base, 'url') && isMeta(base.object)) {
            const literal = literalOf(added(arguments_[0]));
            add(worker ? 'worker_meta_url' : 'meta_url', literal, worker ? worker.type : 'none');
          }
        } else if (['Worker', 'SharedWorker'].includes(name) && arguments_.length > 0) {
          const type = typeOfOptions(arguments_[1]);
          if (literalOf(arguments_[0])) add('worker', literalOf(arguments_[0]), type);
          else within.set(arguments_[0], {type});
        }
        break;
      }
      case 'AssignmentExpression': {  // `m.f=["a.js"]` of Vite, behind its name
        const isList = isMember(node.left, 'f') || isMember(node.left, 'viteFileDeps');
        if (isList && node.right.type === 'ArrayExpression' && deps >= 0 && deps < node.start + 20) {
          for (const entry of node.right.elements) if (entry) add('vite_dep', literalOf(entry));
        }
        break;
      }
      case 'CallExpression': {
        const callee = node.callee;
        if (isMember(callee, 'resolve') && isMeta(callee.object)) {
          add(worker ? 'worker_meta_url' : 'meta_resolve', literalOf(arguments_[0]), worker ? worker.type : 'none');
        } else if (isMember(callee, 'register') && isMember(callee.object, 'serviceWorker') &&
                   globalName(callee.object.object, text) === 'navigator') {
          add('service_worker', literalOf(arguments_[0]), typeOfOptions(arguments_[1]));
        } else if (globalName(callee, text) === 'importScripts') {
          for (const argument of arguments_) add('import_scripts', literalOf(argument));
        }
        break;
      }
    }
    for (const key in node) {
      const value = node[key];
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child && typeof child.type === 'string') stack.push([child, within.get(child) ?? worker]);
      }
    }
  }
  let map = null;
  for (const comment of comments) {
    const match = /^[@#]\s*sourceMappingURL=(\S+?)\s*$/.exec(comment.value);
    if (match === null || comment.html) continue;
    const begin = comment.start + 2 + comment.value.indexOf('=') + 1;
    map = {begin, end: begin + match[1].length, value: match[1]};
  }
  add('source_map', map);
  found.urls.sort((a, b) => a.begin - b.begin);
  return found;
}

function parse(text, sourceType) {
  const comments = [];
  const onComment = (block, value, start) => {
    comments.push({value, start, html: !text.startsWith('//', start) && !block});
  };
  try {
    const tree = acorn.parse(text, {
      ecmaVersion: 'latest', sourceType, onComment, allowReturnOutsideFunction: true, allowSuperOutsideMethod: true,
      checkPrivateFields: false,
    });
    return read(text, tree, comments);
  } catch (error) {
    return error;
  }
}

/** What acorn reads in a text, and as what; null if it accepts neither. */
function judge(text) {
  const module = parse(text, 'module');
  if (!(module instanceof Error) && module.module) return {goal: 'module', expected: module};
  const script = parse(text, 'script');
  if (!(script instanceof Error)) return {goal: 'classic', expected: script};
  if (!(module instanceof Error)) return {goal: 'module', expected: module};
  return null;
}

// ---- the comparison

const wellFormed = (value) => value.toWellFormed?.() ?? Buffer.from(value, 'utf8').toString('utf8');

/** Offsets in UTF-8 for those in UTF-16, which rise. */
function byteOffsets(text) {
  let unit = 0;
  let byte = 0;
  return (offset) => {
    byte += Buffer.byteLength(text.slice(unit, offset), 'utf8');
    unit = offset;
    return byte;
  };
}

function expectedLine(text, expected, goal) {
  const offset = byteOffsets(text);
  const urls = expected.urls.map(({form, type, begin, end, value}) =>
      [form, type, form === 'source_map' ? '' : text[begin - 1], offset(begin), offset(end), wellFormed(value)]);
  return JSON.stringify({module: goal === 'module' || expected.module, computed: expected.computed, fault: null, urls});
}

const counts = {texts: 0, bytes: 0, urls: 0, computed: 0, rejected: 0, different: 0, lexer: 0, lexerDifferent: 0};
const forms = {};
const probe = "\n;import('probe')";
const padding = `\n;${' '.repeat(200)}`;  // what is near the end of a text is read token by token

function compare(texts) {
  const jobs = [];
  for (const {name, text} of texts) {
    const answer = judge(text);
    if (answer === null) {
      ++counts.rejected;
      continue;
    }
    const {goal, expected} = answer;
    ++counts.texts;
    counts.bytes += text.length;
    counts.urls += expected.urls.length;
    counts.computed += expected.computed;
    for (const {form} of expected.urls) forms[form] = (forms[form] ?? 0) + 1;
    jobs.push({name, text, goal, line: expectedLine(text, expected, goal)});
    // As a script and as a module these are other things.
    if (expected.module || !/await|<!--|-->/.test(text)) {
      jobs.push({name, text, goal: 'unknown', line: expectedLine(text, expected, 'unknown')});
    }
    // What is behind the end is understood only where all before it was.
    const begin = text.length + probe.indexOf("'") + 1;
    const last = {form: 'dynamic_import', type: 'none', begin, end: begin + 5, value: 'probe'};
    const longer = text + probe + padding;
    const withProbe = {...expected, urls: [...expected.urls, last]};
    jobs.push({name, text: longer, goal, line: expectedLine(longer, withProbe, goal)});
    if (lexer !== null && goal === 'module') askLexer(name, text, expected);
  }
  const packed = jobs.flatMap(({text, goal}) => {
    const bytes = Buffer.from(text, 'utf8');
    return [Buffer.from(`${goal} ${bytes.length}\n`), bytes];
  });
  const output = execFileSync(program, [], {input: Buffer.concat(packed), maxBuffer: 1 << 30});
  const lines = output.toString().trimEnd().split('\n');
  jobs.forEach((job, i) => {
    const {base, ...found} = JSON.parse(lines[i]);
    const line = JSON.stringify(found);
    if (line === job.line) return;
    if (++counts.different > 20) return;
    console.log(`different: ${job.name} as ${job.goal}`);
    if (job.text.length < 2000) console.log(job.text);
    const expected = JSON.parse(job.line);
    const all = (urls) => new Set(urls.map((url) => JSON.stringify(url)));
    const have = all(found.urls);
    const want = all(expected.urls);
    console.log('  hrefkit alone:', [...have].filter((url) => !want.has(url)).slice(0, 5).join(' '));
    console.log('  acorn alone:  ', [...want].filter((url) => !have.has(url)).slice(0, 5).join(' '));
    const facts = ({module, computed, fault}) => JSON.stringify({module, computed, fault});
    if (facts(found) !== facts(expected)) console.log(`  ${facts(found)} ${facts(expected)}`);
  });
}

function askLexer(name, text, expected) {
  let imports;
  try {
    [imports] = lexer.parse(text);
  } catch {
    return;
  }
  ++counts.lexer;
  const theirs = imports.filter(({specifier, glob}) => typeof specifier === 'string' && !glob).map(
      ({type, start, end, specifier}) => {
        const isString = type === 'dynamic';
        return JSON.stringify([isString ? start + 1 : start, isString ? end - 1 : end, specifier]);
      }).sort();
  const acorns = expected.urls.filter(({form}) => form === 'static_import' || form === 'dynamic_import')
                     .map(({begin, end, value}) => JSON.stringify([begin, end, value])).sort();
  if (theirs.join() !== acorns.join()) {
    if (++counts.lexerDifferent <= 3 && text.length > 2000) console.log(`es-module-lexer and acorn differ: ${name}`);
  }
}

function* files(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) {
      const inner = join(path, name);
      if (statSync(inner, {throwIfNoEntry: false})) yield* files(inner);
    }
  } else if (/\.[cm]?js$/.test(path)) {
    yield path;
  }
}

for (const path of paths) {
  const texts = [];
  let bytes = 0;
  for (const file of files(path)) {
    const text = readFileSync(file).toString('utf8');
    if (text.startsWith('\uFEFF')) continue;  // the reader of files takes it off
    texts.push({name: file, text});
    bytes += text.length;
    if (bytes > 1e7) compare(texts.splice(0)), bytes = 0;
  }
  if (texts.length > 0) compare(texts);
}
if (paths.length > 0) console.log('files:', JSON.stringify(counts), JSON.stringify(forms));

// ---- random programs

let state = seed;
function next() {  // mulberry32
  state = (state + 0x6D2B79F5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(next() * n);
const pick = (list) => list[below(list.length)];
const chance = (p) => next() < p;

let probes = 0;
let budget = 0;
const name = () => chance(.03) ? pick(['let', 'static', 'yield', 'await', 'eval']) : pick(['a', 'b', 'of', 'async', 'get', 'set', 'from', 'as', 'é', 'x1',
                         'Worker', 'URL', 'window', 'self', 'navigator', 'importScripts', '$', '\\u0061mport', 'source',
                         'defer', 'with_', 'using', 'meta', 'accessor', 'type', 'A']);
const plainName = () => pick(['a', 'b', 'c', 'd', 'of', 'async', 'x']);
const key = () => pick([name, name, () => pick(['import', 'export', 'new', 'if', 'class', 'function', 'return', 'in', 'typeof',
                                               'default', 'register', 'serviceWorker', 'resolve', 'url', 'meta']),
                        string, () => '1', () => '.5', () => '1n'])();
const propertyName = () => pick([name, () => pick(['import', 'if', 'in', 'function', 'return', 'class', 'resolve', 'url'])])();
const string = () => pick([() => `"s${++probes}"`, () => `'s${++probes}'`, () => `"it's${++probes}"`, () => `'\\'${++probes}'`,
                           () => `"\\x41\\u{1F600}${++probes}"`, () => `'\\\n${++probes}'`, () => `"/*${++probes}"`,
                           () => `'//${++probes}'`, () => '""'])();
const number = () => pick(['1', '1.', '.5', '0x1f', '1e3', '1_0', '07', '0b1', '5n', '1.5e-3', '08.5']);
const regexp = () => pick(['/a/', "/'/", '/"/g', '/`/', '/[/]/', "/[/']/", '/\\//', '/=/', '/[\\]/"]/u', '/import("r")/', '/{/', '/}/',
                           '/(/', '/[(]/', '/a|b/gi', '/[[a]--[b]]/v', '/\\/*/'].filter((text) => text !== '/(/'));
const template = () => {
  const parts = ['`'];
  const count = below(3);
  for (let i = 0; i < count; ++i) parts.push(pick(['t', "'", '"', '\\`', '$', '\\${', '{', '}', '//', '/*']), '${', ...expression(), '}');
  return [parts.join(' ') + pick(['', 'u', '"', '\n']) + '`'];
};
const importCall = () => pick([
  () => ['import', '(', string(), ')'], () => ['import', '(', `\`p${++probes}\``, ')'],
  () => ['import', '(', string(), ',', ...object(), ')'], () => ['import', '(', string(), ',', ')'],
  () => ['import', '(', '(', string(), ')', ')'], () => ['import', '(', ...expression(), ')'],
  () => ['import', '(', string(), ',', '{', 'with', ':', '{', 'type', ':', '"json"', '}', '}', ')'],
])();
const url = () => pick([
  () => ['new', 'URL', '(', string(), ',', 'import', '.', 'meta', '.', 'url', ')'],
  () => ['new', 'URL', '(', `\`q${++probes}\``, ',', 'import', '.', 'meta', '.', 'url', ',', ')'],
  () => ['new', 'self', '.', 'URL', '(', '(', string(), ')', ',', '(', 'import', '.', 'meta', '.', 'url', ')', ')'],
  () => ['new', 'URL', '(', '""', '+', string(), ',', 'import', '.', 'meta', '.', 'url', ')'],
  () => ['import', '.', 'meta', '.', 'resolve', '(', string(), ')'],
  () => ['import', '.', 'meta', '.', 'url'],
])();
const worker = () => pick([
  () => ['new', pick(['Worker', 'SharedWorker']), '(', string(), ')'],
  () => ['new', pick(['Worker', 'SharedWorker']), '(', string(), ',', '{', 'type', ':', '"module"', '}', ')'],
  () => ['new', 'Worker', '(', ...expression(), ',', '{', 'name', ':', 'a', ',', 'type', ':', '"module"', '}', ')'],
  () => ['new', 'window', '.', 'Worker', '(', ...url(), ',', ...expression(), ')'],
  () => ['new', 'a', '.', 'Worker', '(', string(), ')'], () => ['new', 'Worker'],
  () => ['navigator', '.', 'serviceWorker', '.', 'register', '(', string(), ')'],
  () => ['self', '.', 'navigator', '?.', 'serviceWorker', '.', 'register', '(', string(), ',', ...object(), ')'],
  () => ['importScripts', '(', string(), ',', ...expression(), ',', string(), ')'],
  () => ['self', '.', 'importScripts', '(', string(), ')'],
])();
const list = (item, max = 3) => {
  const tokens = [];
  const count = below(max + 1);
  for (let i = 0; i < count; ++i) tokens.push(...(i > 0 ? [','] : []), ...item());
  return tokens;
};
const parameter = () => pick([() => [plainName()], () => [plainName(), '=', ...expression()], () => [...pattern()]])();
const pattern = () => pick([
  () => ['{', ...list(() => pick([() => [plainName()], () => [plainName(), '=', ...expression()],
                                 () => [key(), ':', plainName()]])()), '}'],
  () => ['[', ...list(() => [plainName()]), ']'],
])();
const parameters = () => ['(', ...list(parameter, 2), ')'];
const body = () => ['{', ...statements(2), '}'];
let inAsync = 0;
let inGenerator = 0;
/** What `make` makes in a function of this kind. */
function within(isAsync, isGenerator, make) {
  const outer = [inAsync, inGenerator];
  [inAsync, inGenerator] = [isAsync ? 1 : 0, isGenerator ? 1 : 0];
  const tokens = make();
  [inAsync, inGenerator] = outer;
  return tokens;
}
const functionTokens = (named) => {
  const isAsync = chance(.2);
  const isGenerator = chance(.25);
  return [...(isAsync ? ['async'] : []), 'function', ...(isGenerator ? ['*'] : []), ...(named ? [plainName()] : []),
          ...within(false, false, parameters), ...within(isAsync, isGenerator, body)];
};
const arrow = () => {
  const isAsync = chance(.3);
  return [...(isAsync ? ['async'] : []), ...(chance(.5) ? [plainName()] : within(false, false, parameters)), '=>',
          ...within(isAsync, false, () => chance(.5) ? body() : chance(.2) ? ['(', ...object(), ')'] : expression())];
};
const methodName = () => pick([() => [key()], () => ['[', ...expression(), ']']])();
const method = () => {
  const kind = pick([[], [], ['get'], ['set'], ['async'], ['*'], ['async', '*']]);
  const head = kind[0] === 'get' ? () => ['(', ')'] : kind[0] === 'set' ? () => ['(', plainName(), ')'] : parameters;
  return [...kind, ...methodName(), ...within(false, false, head), ...within(kind.includes('async'), kind.includes('*'), body)];
};
const object = () => ['{', ...list(() => pick([
  () => [...methodName(), ':', ...expression()], () => [plainName()], method, () => ['...', ...expression()],
])()), ...(chance(.1) ? [','] : []), '}'];
const member = () => pick([
  method, () => ['static', ...method()], () => [...methodName(), '=', ...expression(), semicolon()],
  () => ['static', ...methodName(), '=', ...expression(), semicolon()], () => [...methodName(), semicolon()],
  () => ['static', '{', ...statements(2), '}'], () => [`#${pick(['a', 'import', 'b'])}`, '=', ...expression(), semicolon()],
  () => [';'], () => [pick(['get', 'set', 'static', 'async']), semicolon()],
])();
const classTokens = (named) => {
  const tokens = ['class', ...(named ? [pick(['A', 'B', 'C'])] : []),
                  ...(chance(.4) ? ['extends', ...unary()] : []), '{'];
  for (let i = below(4); i > 0; --i) tokens.push(...member());
  return [...tokens, '}'];
};
const semicolon = () => pick([';', ';', '\n', '\n', '']);

function primary() {
  if (--budget < 0) return [pick(['a', '1', '"s"', '/q/'])];
  return pick([
    () => [name()], () => [string()], () => [number()], () => [regexp()], () => [regexp()], template, importCall, importCall, url,
    worker, object, () => ['[', ...list(expression), ']'], () => ['(', ...expression(), ')'], () => functionTokens(chance(.3)),
    () => classTokens(chance(.3)), () => ['(', ...arrow(), ')'], () => [pick(['this', 'null', 'true', 'this', 'new.target'])],
  ])();
}
function postfix() {
  const tokens = primary();
  for (let i = pick([0, 0, 1, 2]); i > 0; --i) {
    tokens.push(...pick([
      () => [pick(['.', '.', '?.']), propertyName()], () => ['[', ...expression(), ']'], () => ['(', ...list(expression, 2), ')'],
      template, () => ['?.', '(', ...list(expression, 1), ')'], () => ['.', `#${pick(['a', 'import'])}`],
    ])());
  }
  return tokens;
}
function unary() {
  if (chance(.75)) return postfix();
  return pick([
    () => [pick(['!', '-', '+', '~', 'typeof', 'void', 'delete', 'new']), ...unary()],
    () => [pick(['++', '--']), plainName()], () => [pick(['++', '--']), plainName()],
    () => inGenerator > 0 ? ['yield', ...pick([[], ['*']]), ...unary()] : unary(), () => inGenerator > 0 ? ['yield'] : unary(),
    () => inAsync > 0 ? ['await', ...unary()] : unary(),
  ])();
}
function expression() {
  if (--budget < 0) return ['a'];
  return pick([
    unary, unary, unary,
    () => [...unary(), pick(['/', '/', '/', '+', '*', '<', '>', '-', '&&', '??', '||', '==', 'in', 'instanceof', '**', '%', ',', '>>>', '|']), ...expression()],
    () => [...unary(), '/', ...unary(), '/', ...unary()],
    () => [...unary(), '?', ...expression(), ':', ...expression()],
    () => [plainName(), pick(['=', '+=', '/=', '??=', '>>=', '&&=']), ...expression()], arrow,
    () => [...pattern(), '=', ...expression()],
  ])();
}
const declaration = () => [pick(['var', 'let', 'const', 'var']), ...list(() => pick([
  () => [plainName()], () => [plainName(), '=', ...expression()], () => [...pattern(), '=', ...expression()],
])(), 2)];
function statement() {
  if (--budget < 0) return ['a', ';'];
  return pick([
    () => [...expression(), semicolon()], () => [...expression(), semicolon()], () => [...expression(), semicolon()],
    () => [...declaration(), semicolon()], () => functionTokens(true), () => classTokens(true), () => ['{', ...statements(2), '}'],
    () => ['if', '(', ...expression(), ')', ...statement(), ...(chance(.4) ? ['else', ...statement()] : [])],
    () => ['while', '(', ...expression(), ')', ...statement()], () => ['do', ...statement(), 'while', '(', ...expression(), ')', semicolon()],
    () => ['for', '(', ...pick([declaration, expression, () => []])(), ';', ...expression(), ';', ...expression(), ')', ...statement()],
    () => ['for', ...(inAsync > 0 && chance(.3) ? ['await'] : []), '(', ...pick([() => ['const'], () => ['let'], () => ['var'], () => []])(),
           ...pick([() => [plainName()], pattern])(), pick(['of', 'in']), ...expression(), ')', ...statement()],
    () => ['switch', '(', ...expression(), ')', '{', 'case', ...expression(), ':', ...statements(1), 'default', ':', ...statements(1), '}'],
    () => ['try', ...body(), ...pick([() => ['catch', ...body()], () => ['catch', '(', 'e', ')', ...body()], () => ['finally', ...body()]])()],
    () => [pick(['l', 'yield', 'async', 'of']), ':', ...statement()], () => ['l', ':', 'for', '(', ';', ';', ')', '{', pick(['break', 'continue']), pick(['l', '']), semicolon(), ...statements(1), '}'],
    () => ['return', ...pick([() => [], expression])(), semicolon()], () => ['throw', ...expression(), semicolon()],
    () => ['debugger', semicolon()], () => [';'], () => ['with', '(', ...expression(), ')', ...statement()],
    () => ['async', '(', ...list(expression, 2), ')', semicolon()],
  ])();
}
function statements(max) {
  const tokens = [];
  for (let i = below(max + 1); i > 0; --i) tokens.push(...statement());
  return tokens;
}
const attributes = () => pick([() => [], () => [], () => ['with', '{', 'type', ':', pick(['"json"', '"css"', '"x"']), '}']])();
const clause = () => ['{', ...list(() => pick([() => [pick(['a', 'default', 'if', '"x y"']), 'as', `n${++probes}`], () => [`n${++probes}`]])()), '}'];
const moduleItem = () => pick([
  () => ['import', string(), ...attributes(), semicolon()], () => ['import', `n${++probes}`, 'from', string(), ...attributes(), semicolon()],
  () => ['import', '*', 'as', `n${++probes}`, 'from', string(), semicolon()], () => ['import', ...clause(), 'from', string(), ...attributes(), semicolon()],
  () => ['import', `n${++probes}`, ',', ...clause(), 'from', string(), semicolon()], () => ['export', '*', 'from', string(), ...attributes(), semicolon()],
  () => ['export', '*', 'as', pick([`n${++probes}`, `"n ${++probes}"`]), 'from', string(), semicolon()],
  () => ['export', '{', ...list(() => pick([() => ['default', 'as', `n${++probes}`], () => [`n${++probes}`]])()), '}', 'from', string(), semicolon()],
  () => ['export', 'default', ...expression(), semicolon()], () => ['export', 'default', ...functionTokens(chance(.5))],
  () => ['export', 'default', ...classTokens(chance(.5))], () => ['export', 'const', `n${++probes}`, '=', ...expression(), semicolon()],
  () => ['export', 'function', `n${++probes}`, ...parameters(), ...body()], () => ['export', '{', '}', semicolon()],
])();

const isWordEnd = /[\w$\u0080-\uffff]$/;
const isWordStart = /^[\w$\u0080-\uffff\\#]/;
function join_(tokens) {
  let text = '';
  for (const token of tokens) {
    const mustPart = (isWordEnd.test(text) && (isWordStart.test(token) || token.startsWith('.'))) ||
        (/[+\-/<!?&|=>*.]$/.test(text) && /^[+\-/<!?&|=>*.]/.test(token));
    if (mustPart || chance(.15)) {
      text += pick([' ', ' ', ' ', ' ', '\n', '\r\n', '\t', '/**/', "/*'*/", '/*\n*/', "//'\n", '\u2028', '\u00a0', ' //`\r']);
    }
    text += token;
  }
  return text;
}
function mutate(tokens) {
  const at = below(tokens.length);
  switch (below(4)) {
    case 0:
      tokens.splice(at, 1);
      break;
    case 1:
      tokens.splice(at, 0, tokens[below(tokens.length)]);
      break;
    case 2: {
      const other = below(tokens.length);
      [tokens[at], tokens[other]] = [tokens[other], tokens[at]];
      break;
    }
    default:
      tokens.splice(at, 0, pick(['/', '\n', ';', '{', '}', '(', ')', ':', '++', '=>', 'async', 'yield', 'await', 'let', 'of', '=']));
  }
}
function randomProgram() {
  budget = 20 + below(60);
  const tokens = [];
  const isModule = chance(.4);
  for (let i = 1 + below(4); i > 0; --i) tokens.push(...(isModule && chance(.4) ? moduleItem() : statement()));
  for (let i = pick([0, 0, 0, 1, 2]); i > 0 && tokens.length > 0; --i) mutate(tokens);
  let text = join_(tokens);
  if (chance(.02)) text = `#!'\n${text}`;
  if (chance(.03)) text += pick(["\n<!-- '", "\n--> '", '\n//# sourceMappingURL=m', '/*# sourceMappingURL=m */']);
  return text;
}

for (const key of Object.keys(counts)) counts[key] = 0;
for (const key of Object.keys(forms)) delete forms[key];
while (counts.texts < random) {
  const texts = [];
  for (let i = 0; i < 10000; ++i) texts.push({name: 'a random program', text: randomProgram()});
  compare(texts);
}
if (random > 0) console.log('random programs:', JSON.stringify(counts), JSON.stringify(forms));
process.exit(counts.different > 0 ? 1 : 0);
