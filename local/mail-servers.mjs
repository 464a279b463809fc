// Run before `npm run test:mta`: unpacks Debian's Postfix, OpenSMTPD and Dovecot, each with its libraries, into a separate root folder
// under .servers/mta. As packages they exclude each other. Nothing of them is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptGet } from './debian.mjs';
import { serversFolder } from './servers.mjs';

const FOLDER = join(serversFolder(), 'mta');
/** Programs, and the packages that have them. */
const PROGRAMS = {
  postfix: ['postfix'],
  opensmtpd: ['opensmtpd'],
  dovecot: ['dovecot-core', 'dovecot-imapd'],
};
const QUIET = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (what) => `--no-${what}`,
);

function run(program, args, cwd = '/') {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 2).join(' ')}: ${stderr}`);
  return stdout;
}

/** The packages with the libraries of packages, including the C library. */
const librariesOf = (packages) =>
  run('apt-cache', ['depends', '--recurse', ...QUIET, ...packages])
    .split('\n')
    .filter(
      (line) => /^(lib(?!perl|newt|slang|debian)[^:]*|zlib1g|netbase)$/.test(line) && !line.endsWith('-perl'),
    );

function unpack(program) {
  const work = mkdtempSync(join(FOLDER, 'unpacking-'));
  try {
    const root = join(work, 'root');
    mkdirSync(root);
    const packages = PROGRAMS[program];
    run('apt-get', ['download', ...packages, 'zlib1g', 'netbase', ...new Set(librariesOf(packages))], work);
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb')))
      run('dpkg-deb', ['--extract', join(work, file), root]);
    for (const folder of ['dev', 'tmp', 'etc']) mkdirSync(join(root, folder), { recursive: true });
    run('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3']);
    run('mknod', ['-m', '666', join(root, 'dev/urandom'), 'c', '1', '9']);
    // Only this name is known inside, so no mail can leave the machine.
    writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
    writeFileSync(join(root, 'etc/resolv.conf'), '');
    renameSync(root, join(FOLDER, program));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const missing = Object.keys(PROGRAMS).filter((program) => !existsSync(join(FOLDER, program)));
if (process.getuid?.() !== 0 || (missing.length > 0 && !existsSync('/usr/bin/apt-get'))) {
  process.stderr.write(
    'These tests run Postfix, OpenSMTPD and Dovecot in root folders of their own: as root, on Debian.\n',
  );
  process.exit(1);
}
if (missing.length > 0) {
  process.stderr.write(`Set-up: unpacking ${missing.join(' and ')} into ${FOLDER} (apt-get download)\n`);
  mkdirSync(FOLDER, { recursive: true });
  try {
    if (!aptGet('update')) throw new Error('apt-get update failed');
    for (const program of missing) unpack(program);
  } catch (error) {
    process.stderr.write(`They could not be had: ${error.message}\n`);
    process.exit(1);
  }
}
