import hrefkit from './index.cjs';

export const { links, linksAsync, Links, base, baseAsync, rewrite, rewriteAsync, Rewriter, effects, effectsAsync, check, archive, relativize, resolve, HrefkitError, version } = hrefkit;
