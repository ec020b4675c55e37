import hrefkit from './index.cjs';

export const { links, linksAsync, base, rewrite, effects, check, archive, relativize, resolve, HrefkitError, version } = hrefkit;
