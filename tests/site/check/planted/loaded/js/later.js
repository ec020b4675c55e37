export { part } from './part.js'; export * from './lost-again.js';
