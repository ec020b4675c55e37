a { background: url(gone.png) } /* fault */
b { background: url(../dot.png) }
