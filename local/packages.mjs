// Installs the npm packages when they are missing or the lock file changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './servers.mjs';

/**
 * Whether `root`'s node_modules matches its lock file. A stamp with the lock's hash answers in a millisecond. If a person ran npm
 * directly there is no stamp, and npm's own record of the installed packages is compared.
 */
export function packagesAreCurrent(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const stamp = stampOf(root);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash;
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || !matches(JSON.parse(lock), JSON.parse(readFileSync(installed)))) return false;
  writeStamp(root);
  return true;
}

/** Runs `npm ci` with development packages even in production: some programs in local/ need them. */
export async function installPackages(root) {
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const command = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run(command, root);
  if (code !== 0) throw new SetupError(`The packages could not be installed (npm ci):\n${output.trim()}`);
  writeStamp(root);
}

const stampOf = (root) => join(root, 'node_modules/.lock-hash');

function writeStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  try {
    writeFileSync(stampOf(root), createHash('sha256').update(lock).digest('hex'));
  } catch {
    // A read-only image: the comparison is repeated the next time.
  }
}

function matches(lock, installed) {
  // A host that runs a Procfile installs no development packages, which is correct.
  const production = process.env.NODE_ENV === 'production';
  return Object.entries(lock.packages).every(([path, { version, optional, devOptional, dev }]) => {
    if (path === '' || optional || devOptional || (dev && production)) return true;
    return installed.packages[path]?.version === version;
  });
}

function run([program, ...args], cwd) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
