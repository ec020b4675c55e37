export const part = 1; // import './trap.js'
