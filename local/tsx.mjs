// Runs TypeScript: `node --import ./local/tsx.mjs PROGRAM`, in place of `--import tsx`. tsx keeps what it compiled in a folder of
// $TMPDIR, which another user of the machine can make first, and then runs what stands in there. Here that folder is one of our own
// that no other user reads or writes, and where there can be none, nothing is kept. Plain Node: this is what loads the rest.
import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache/tsx');

/** Ours alone, and a folder, not a link to one. */
function isPrivate() {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

const { TMPDIR } = process.env;
// tsx asks for the folder of temporary files once, while it is loaded.
if (isPrivate()) process.env.TMPDIR = folder;
else process.env.TSX_DISABLE_CACHE = '1';
await import('tsx');
if (TMPDIR === undefined) delete process.env.TMPDIR;
else process.env.TMPDIR = TMPDIR;
