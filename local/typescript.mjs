// Runs TypeScript: `node --import ./local/typescript.mjs PROGRAM`. Node 24 and later run it directly; older ones by tsx, which
// costs a process about a second more to start. Both cache compiled code: tsx in a folder of $TMPDIR. Another user of the machine
// could create that folder first, and its code would be run. So the cache is in a folder that only we can access; without such a
// folder nothing is cached. Plain Node, because it loads the rest.
import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache/typescript');

/** Whether it is a real folder, not a link, that only we can access. */
function isPrivate() {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Node 22 can, too, but warns that it is experimental. */
const runsTypeScript = Number(process.versions.node.split('.')[0]) >= 24;

if (runsTypeScript) {
  // One place for each program, as in `common/config/compiled.ts`.
  const program = /\/(api|worker)\/main\.ts$/.exec(process.argv[1] ?? '')?.[1] ?? 'others';
  if (isPrivate()) module.enableCompileCache(join(folder, program));
} else {
  const { TMPDIR } = process.env;
  // tsx reads the folder for temporary files once, when it is loaded.
  if (isPrivate()) process.env.TMPDIR = folder;
  else process.env.TSX_DISABLE_CACHE = '1';
  await import('tsx');
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
}
