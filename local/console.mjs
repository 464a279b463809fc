// Builds the console (console/) in some seconds when its sources or packages changed. Plain JavaScript, because `npm run build` and
// the image run it before anything can run TypeScript. Without the packages for building, the last build stays.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { digestOf, filesOf } from './digest.mjs';

const SOURCES = ['console', 'client/src', 'shared', 'package-lock.json', 'local/console.mjs'];

const isInstalled = (root) => existsSync(join(root, 'node_modules/vite/package.json'));

/** Builds `root`'s console into console/dist unless it is current. `say` is called when this begins. */
export async function buildConsole(root, say = () => {}) {
  const out = join(root, 'console/dist');
  const hash = digestOf(root, filesOf(root, SOURCES));
  if (isCurrent(out, hash)) return;
  if (!isInstalled(root)) return;
  say('building the console; this takes some seconds');
  const { build } = await import(createRequire(import.meta.url).resolve('vite'));
  // Parallel builds use a folder each; the last one stays.
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
    // Vite sets `production` for its build; this process and its children must keep their own value.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

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

/** Bytes from which a file is compressed a little less: the best way takes seconds for the compiler of designs (1.4 MB). */
const LARGE = 2 ** 20;

/** Compressed once here, so that requests cost the API no computing. */
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
