import './nobody-loads-this.js'; // a trap
