// Builds the console (console/) when its sources or packages changed, in some seconds. Plain JavaScript, because `npm run build` and the
// image run it before anything that runs TypeScript. Without the packages for building, what is built stays as it is.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { digestOf, filesOf } from './digest.mjs';

/** What the built files are made of. */
const SOURCES = ['console', 'client/src', 'shared', 'package-lock.json', 'local/console.mjs'];

const isInstalled = (root) => existsSync(join(root, 'node_modules/vite/package.json'));

/** Builds `root`'s console into console/dist where it is not current. `say` is told when this begins. */
export async function buildConsole(root, say = () => {}) {
  const out = join(root, 'console/dist');
  const hash = digestOf(root, filesOf(root, SOURCES));
  if (isCurrent(out, hash)) return;
  if (!isInstalled(root)) return;
  say('building the console, which takes some seconds');
  const { build } = await import(createRequire(import.meta.url).resolve('vite'));
  // Two processes may build at once, each into a folder of its own; the last one's stays.
  const own = join(root, 'node_modules/.cache', `console-${process.pid}`);
  const { NODE_ENV } = process.env;
  try {
    await build({
      root: join(root, 'console'),
      logLevel: 'warn',
      build: { outDir: own, emptyOutDir: true },
    });
    compress(join(own, 'assets'));
    writeFileSync(join(own, '.hash'), hash);
    take(own, out, hash);
  } finally {
    rmSync(own, { recursive: true, force: true });
    // Vite makes it `production`, which is for its build, and not for what this process does or starts next.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** Puts what was built into its place, unless another process has just put the same there. */
function take(own, out, hash) {
  rmSync(out, { recursive: true, force: true });
  try {
    renameSync(own, out);
  } catch (error) {
    if (error.code === 'EXDEV') cpSync(own, out, { recursive: true });
    else if (!isCurrent(out, hash)) throw error;
  }
}

function isCurrent(out, hash) {
  const stamp = join(out, '.hash');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Bytes from which a file is compressed a little less: the best way takes seconds for the editor of designs (2.4 MB). */
const LARGE = 2 ** 20;

/** Compressed once here, so that no request costs the API any computing. */
function compress(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(?:js|css|svg)$/.test(one))) {
    const plain = readFileSync(join(folder, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: plain.length < LARGE ? constants.BROTLI_MAX_QUALITY : 9,
    };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(plain, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(plain, { level: 9 }));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildConsole(fileURLToPath(new URL('..', import.meta.url)), (line) =>
    process.stderr.write(`${line}\n`),
  );
