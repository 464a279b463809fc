// `npm run build`: checks the types, and bundles the programs into dist/ with the built console; dist/ needs only production
// packages.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundlePrograms } from './bundle.mjs';
import { buildConsole } from './console.mjs';
import { makeGenerated } from './generated.mjs';
import { ROOT } from './servers.mjs';

const OUT = join(ROOT, 'dist');

// Removes earlier builds, so that no program finds a file whose source is deleted.
rmSync(OUT, { recursive: true, force: true });

makeGenerated(ROOT, (line) => process.stderr.write(`${line}\n`));

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const checked = spawnSync(
  process.execPath,
  [join(typescript, 'bin/tsc'), '-p', join(ROOT, 'tsconfig.build.json'), '--noEmit'],
  { stdio: 'inherit' },
);
if (checked.status !== 0) process.exit(checked.status ?? 1);

await Promise.all([bundlePrograms(ROOT, OUT), buildConsole(ROOT)]);
cpSync(join(ROOT, 'console/dist'), join(OUT, 'console/dist'), { recursive: true });
noteBuild(join(OUT, 'package.json'));
chmodSync(join(OUT, 'cli.js'), 0o755);

// Without settings a loaded program exits; the code compiled until then is kept for its first real start, which has these options.
const { NODE_OPTIONS = '--max-semi-space-size=16' } = process.env;
for (const program of ['api', 'worker', 'inbound'])
  spawnSync(process.execPath, [join(OUT, program, 'main.js')], { env: { NODE_OPTIONS }, stdio: 'ignore' });
giveCompiledTo(process.env.RUN_AS_UID);

/** Node's compile cache is in a folder named after the user, whose files only that user can read. Root builds, `uid` runs. */
function giveCompiledTo(uid) {
  const compiled = join(OUT, 'compiled');
  if (uid === undefined || !existsSync(compiled)) return;
  for (const { parentPath, name } of readdirSync(compiled, { recursive: true, withFileTypes: true }))
    chmodSync(join(parentPath, name), 0o755);
  for (const program of readdirSync(compiled))
    for (const folder of readdirSync(join(compiled, program)))
      renameSync(
        join(compiled, program, folder),
        join(compiled, program, folder.replace(/-\d+$/, `-${uid}`)),
      );
}

/** Adds commit and date, which an image's build gets as arguments, because it has no `.git`. */
function noteBuild(file) {
  const commit = process.env.COMMIT || gitSays('rev-parse', 'HEAD');
  const date = process.env.COMMIT_DATE || gitSays('log', '-1', '--format=%cI');
  const about = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...about, build: { commit, date } }, null, 2)}\n`);
}

function gitSays(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
