// Unpacks programs of Debian for tests into their own root folders, without installing them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptGet, download } from './debian.mjs';
import { serversFolder } from './servers.mjs';

const FOLDER = join(serversFolder(), 'mta');
const QUIET = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (what) => `--no-${what}`,
);

function run(program, args, cwd = '/') {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 2).join(' ')}: ${stderr}`);
  return stdout;
}

const namesOf = (programs) => programs.map(({ program }) => program).join(', ');

const librariesOf = (packages, needed) =>
  run('apt-cache', ['depends', '--recurse', ...QUIET, ...packages])
    .split('\n')
    .filter(needed);

function unpack({ program, packages = [program], needs }) {
  const work = mkdtempSync(join(FOLDER, 'unpacking-'));
  try {
    const root = join(work, 'root');
    mkdirSync(root);
    download(work, ...new Set([...packages, 'zlib1g', 'netbase', ...librariesOf(packages, needs)]));
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb')))
      run('dpkg-deb', ['--extract', join(work, file), root]);
    for (const folder of ['dev', 'tmp', 'etc']) mkdirSync(join(root, folder), { recursive: true });
    run('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3']);
    run('mknod', ['-m', '666', join(root, 'dev/urandom'), 'c', '1', '9']);
    // No other name is known inside, so no mail can leave the machine.
    writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
    writeFileSync(join(root, 'etc/resolv.conf'), '');
    renameSync(root, join(FOLDER, program));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Ends this process if it fails. `packages` has a program, by default its namesake; `needs` selects dependencies by name. */
export function unpackPrograms(programs) {
  const missing = programs.filter(({ program }) => !existsSync(join(FOLDER, program)));
  if (process.getuid?.() !== 0 || (missing.length > 0 && !existsSync('/usr/bin/apt-get'))) {
    process.stderr.write(
      `These tests need root on Debian: they run ${namesOf(programs)} in root folders of their own.\n`,
    );
    process.exit(1);
  }
  if (missing.length === 0) return;
  process.stderr.write(`Set-up: unpacking ${namesOf(missing)} into ${FOLDER} (apt-get download)\n`);
  mkdirSync(FOLDER, { recursive: true });
  try {
    if (!aptGet('update')) throw new Error('apt-get update failed');
    for (const one of missing) unpack(one);
  } catch (error) {
    process.stderr.write(`The download failed: ${error.message}\n`);
    process.exit(1);
  }
}
