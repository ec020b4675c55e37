<meta charset=utf-8><p id=here>x <a href="gone.html">fault</a>
