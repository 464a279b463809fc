// Bundles the programs and commands with their packages. A process that loads more than a thousand small files spends most of its
// start on reading them. Plain JavaScript, because the image builds with it before anything can run TypeScript.
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, context } from 'esbuild';
import { smallMap } from './source-maps.mjs';

const ROOMS = ['api', 'common', 'inbound', 'shared', 'worker'];
const ARCHIVES = 'client/archives';

/** Packages that others try to load and do without, and those that are compiled for the machine. */
export const APART = [
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'msgpackr-extract',
  'sharp',
  'snappy',
  'socks',
];

/** The programs that run until they are stopped. */
const PROGRAMS = ['api', 'worker', 'inbound'];

/** Names that CommonJS packages expect. */
export const COMMONJS = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);
const { dirname: __dirname, filename: __filename } = import.meta;`;

/**
 * Bundles the sources of a folder into `out`. Each program, and each file that is loaded by name, is at the place of its source;
 * shared code is in `out/chunks`. `tests` are programs of tests, which go into `out/tests`.
 */
export async function bundlePrograms(sources, out, tests = []) {
  const options = optionsFor(sources, out, tests);
  const starts = PROGRAMS.filter((program) => isOneScript(join(sources, program, 'start.ts')));
  await Promise.all([
    bundle({ ...options, plugins: [...options.plugins, startsOf(sources, starts)] }),
    bundle(startOptions(options, starts)),
  ]);
  for (const program of starts) {
    escapeOthers(join(out, program, 'start.cjs'));
    cpSync(join(import.meta.dirname, 'compiled-start.mjs'), join(out, program, 'start.js'));
  }
  copyOthers(sources, out);
}

async function bundle(options) {
  const { absWorkingDir: sources, outdir: out } = options;
  const { metafile } = await build(options);
  checkPlaces(metafile, sources, out);
  for (const file of Object.keys(metafile.outputs))
    if (file.endsWith('.map')) shrink(join(sources, file), sources);
}

/** Earlier versions wait for the start at the top of its module, which a script cannot. */
const isOneScript = (start) => existsSync(start) && !/^ *await start\(/m.test(readFileSync(start, 'utf8'));

/** The start of each program, with its packages, as one script: V8 keeps the compiled code of a script (`compiled-start.mjs`), but not of a module. */
const startOptions = (options, programs) => ({
  ...options,
  entryPoints: programs.map((program) => ({ in: `${program}/start.ts`, out: `${program}/start` })),
  splitting: false,
  format: 'cjs',
  // V8 loses how a script imports when its code comes from a cache.
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'urlOfScript', 'import.meta.dirname': '__dirname' },
  banner: {
    js: `(function (require, module, __filename, __dirname) {
"use strict";
const urlOfScript = require('node:url').pathToFileURL(__filename).href;`,
  },
  footer: { js: '})' },
});

/** esbuild leaves other letters in regular expressions and comments. Without any, a script is read in half of the time and memory. */
function escapeOthers(file) {
  const text = readFileSync(file, 'utf8');
  if (/\\[\u0080-\uffff]/.test(text))
    throw new Error(`${file} has a letter after a backslash that cannot be escaped`);
  const escaped = text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(file, escaped);
}

/** A program loads its start as `start.js`. */
const startsOf = (sources, programs) => ({
  name: 'starts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/start\.ts$/ }, ({ importer }) =>
      programs.some((program) => importer === join(sources, program, 'main.ts'))
        ? { path: './start.js', external: true }
        : null,
    );
  },
});

/** Bundles these files alone, each to the place of its source. */
export async function bundleFiles(sources, out, files) {
  const entryPoints = files.map((file) => ({ in: file, out: file.replace(/\.ts$/, '') }));
  await build({ ...optionsFor(sources, out), entryPoints });
  copyOthers(sources, out);
}

/** Milliseconds after a change in which the other changes of the same save arrive. */
const SAVE_MS = 20;

/**
 * For development: bundles again after each change of a source. Resolves with the first bundles; `stop` ends the watching.
 * esbuild's own watching polls the files and sees a change after a second or two. Packages stay in their folders: bundling them
 * takes three quarters of the time, loading them so a third of a second more.
 */
export async function watchPrograms(sources, out) {
  rmSync(out, { recursive: true, force: true });
  copyOthers(sources, out);
  const bundled = await context({ ...optionsFor(sources, out), packages: 'external' });
  await bundled.rebuild();
  const watched = new Map();
  let soon;
  let making = Promise.resolve();
  const make = async () => {
    watchAll();
    // esbuild has printed the error.
    await bundled.rebuild().catch(() => {});
  };
  const changed = () => {
    clearTimeout(soon);
    soon = setTimeout(() => (making = making.then(make)), SAVE_MS);
  };
  // Folder by folder: with recursive watching, Node 20 misses changes of a file that an editor has replaced.
  const watchAll = () => {
    for (const folder of foldersOf(sources)) {
      // A folder that was removed and made again is another one.
      const key = `${folder} ${statSync(folder).ino}`;
      if (!watched.has(key)) watched.set(key, watch(folder, changed));
    }
  };
  watchAll();
  return {
    async stop() {
      clearTimeout(soon);
      for (const one of watched.values()) one.close();
      await making;
      await bundled.dispose();
    },
  };
}

function optionsFor(sources, out, tests = []) {
  return {
    absWorkingDir: sources,
    entryPoints: [
      ...entriesOf(sources).map((file) => ({ in: file, out: file.replace(/\.ts$/, '') })),
      ...(existsSync(join(sources, 'common/commands/cli.ts'))
        ? [{ in: 'common/commands/cli.ts', out: 'cli' }]
        : []),
      ...tests.map((file) => ({ in: file, out: `tests/${basename(file, '.ts')}` })),
    ],
    outbase: sources,
    outdir: out,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // No `keepNames`: it names each closure again whenever one is made, which cost a sixth of a small call. See `classNamesOf`.
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    external: APART,
    banner: { js: COMMONJS },
    plugins: [placesOf(sources), classNamesOf(sources)],
    logLevel: 'warning',
  };
}

function copyOthers(sources, out) {
  for (const file of filesOf(sources))
    if (!file.endsWith('.ts')) cpSync(join(sources, file), join(out, file));
  // Earlier versions have none.
  if (existsSync(join(sources, ARCHIVES)))
    cpSync(join(sources, ARCHIVES), join(out, ARCHIVES), { recursive: true });
  // For its version, and so that Node need not look up the type of each module.
  cpSync(join(sources, 'package.json'), join(out, 'package.json'));
}

function shrink(file, sources) {
  const isOwn = (source) => ROOMS.includes(relative(sources, join(dirname(file), source)).split('/')[0]);
  writeFileSync(file, JSON.stringify(smallMap(JSON.parse(readFileSync(file, 'utf8')), isOwn)));
}

/** Earlier versions lack some of the rooms. */
const filesOf = (sources) =>
  ROOMS.filter((room) => existsSync(join(sources, room))).flatMap((room) =>
    readdirSync(join(sources, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(sources, join(parentPath, name))),
  );

const foldersOf = (sources) => [...new Set(filesOf(sources).map((file) => join(sources, dirname(file))))];

function entriesOf(sources) {
  return filesOf(sources).filter((file) => {
    // Earlier versions have no list of commands.
    if (file.startsWith('common/commands/'))
      return /\bawait runCommand\(/.test(readFileSync(join(sources, file), 'utf8'));
    return /^(?:api|inbound|worker)\/main\.ts$|^worker\/check\.ts$|-child\.ts$/.test(file);
  });
}

const OWN_PLACE = 'import.meta.url';

/** A module that looks for files next to itself finds them relative to its place in the tree, wherever it is in the bundle. */
const placesOf = (sources) => ({
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes(OWN_PLACE)) return null;
      const place = JSON.stringify(`../${relative(sources, path).replace(/\.ts$/, '.js')}`);
      return { contents: text.replaceAll(OWN_PLACE, `new URL(${place}, ${OWN_PLACE}).href`), loader: 'ts' };
    });
  },
});

/** `var X = class _X extends Y {`; where there is another X, `var X2 = class {` or `class X2 {`. */
const RENAMED_CLASS =
  /(?:\b(?<variable>\w+) = class(?: _(?<own>\w+))?|\bclass (?<declared>\w+))(?: extends [^\n{]+)? \{$/gm;

/** Names classes as in their sources, where esbuild renamed them: packages compare names of errors, and logs show them. */
const classNamesOf = (sources) => ({
  name: 'class-names',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      for (const file of Object.keys(metafile?.outputs ?? {})) {
        const path = join(sources, file);
        if (!/\.c?js$/.test(file)) continue;
        const text = readFileSync(path, 'utf8');
        writeFileSync(
          path,
          text.replace(RENAMED_CLASS, (...found) => {
            const [line] = found;
            const { variable, own, declared } = found.at(-1);
            const other = /^(\w+?)[2-9]$/.exec(declared ?? variable)?.[1];
            const name = own ?? (other && new RegExp(`\\b${other}\\b`).test(text) ? other : null);
            return name === null
              ? line
              : `${line} static { Object.defineProperty(this, 'name', { value: '${name}', configurable: true }); }`;
          }),
        );
      }
    });
  },
});

/** These places are right only for files that are one folder deep, like programs and chunks. */
function checkPlaces({ outputs }, sources, out) {
  for (const [file, { inputs }] of Object.entries(outputs)) {
    if (relative(out, join(sources, file)).split('/').length === 2) continue;
    for (const input of Object.keys(inputs)) {
      if (!input.endsWith('.ts') || !readFileSync(join(sources, input), 'utf8').includes(OWN_PLACE)) continue;
      throw new Error(`${input} uses ${OWN_PLACE}, and would be bundled into ${file}`);
    }
  }
}
