// `node --import ./local/typescript.mjs --import ./test/support/one-more-field/register.mjs PROGRAM`: all that the program loads is made of
// the table beside this file.
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);

// What is kept by the digest of the sources is not true here.
process.env.OTHER_SOURCES = 'yes';
