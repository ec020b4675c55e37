importScripts('part-of-worker.js', 'classic-gone.js');
