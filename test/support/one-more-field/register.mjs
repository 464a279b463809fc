// `node --import ./local/typescript.mjs --import ./test/support/one-more-field/register.mjs PROGRAM`: the program and
// its imports use the table next to this file.
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);

// Values cached by the digest of the sources are not valid here.
process.env.OTHER_SOURCES = 'yes';
