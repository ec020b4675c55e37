import './mapped.js'; import '../island-gone.js';
