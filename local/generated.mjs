// Makes the files that git ignores because they are generated: the HTML of the built-in templates, and the clients with their
// archives. An unchanged tree costs 50 ms. Plain Node, because the set-up, the build and Mocha run it first.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, filesOf } from './digest.mjs';
import { ROOT, SetupError } from './servers.mjs';

/** In this order: the clients are made from the API, which reads the templates. `made` matches the generated files in `places`. */
const GENERATED = [
  {
    name: 'templates',
    program: ['common/data/build/main.ts', 'templates'],
    places: ['common/data/build', 'common/data/templates', 'common/data/templates.ts', 'package-lock.json'],
    made: /^common\/data\/templates\/[^/]+\.html$/,
  },
  {
    name: 'clients',
    program: ['local/client/main.ts'],
    places: ['api', 'client', 'common', 'shared', 'local/client', 'package-lock.json'],
    made: /^client\/(?:archives\/|src\/generated\.ts$|python\/src\/mailing_service\/generated\/)/,
  },
];

/** Makes the files of `root` whose sources changed, and those that were lost or changed. `say` is called when this begins. */
export function makeGenerated(root, say = () => {}) {
  for (const { name, program, places, made } of GENERATED) {
    const stamp = join(root, '.generated', name);
    const digestWhere = (wanted) =>
      digestOf(
        root,
        filesOf(root, places).filter((file) => made.test(file) === wanted),
      );
    const sources = digestWhere(false);
    if (textOf(stamp) === `${sources} ${digestWhere(true)}`) continue;
    say(`making the ${name}`);
    run(root, name, program);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, `${sources} ${digestWhere(true)}`);
  }
}

function run(root, name, program) {
  const { status, stderr } = spawnSync(process.execPath, ['--import', './local/typescript.mjs', ...program], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new SetupError(`The ${name} could not be made (${program.join(' ')}):\n${stderr}`);
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  makeGenerated(ROOT, (line) => process.stderr.write(`${line}\n`));
