// Run before the browser tests: finds Debian's Chromium, or installs it where that is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const wanted = process.env.CHROMIUM ?? '/usr/bin/chromium';
const say = (line) => process.stderr.write(`Set-up: ${line}\n`);

if (!existsSync(wanted)) {
  if (process.env.CHROMIUM || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    process.stderr.write(
      `The browser tests need Chromium, and there is none at ${wanted}.\n` +
        'Install it (Debian: apt-get install chromium), or name another in CHROMIUM.\n',
    );
    process.exit(1);
  }
  say('installing chromium (apt-get), which takes a minute or two');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status;
  if (apt('update') !== 0 || apt('install', '--yes', '--no-install-recommends', 'chromium') !== 0) {
    process.stderr.write('Chromium could not be installed.\n');
    process.exit(1);
  }
}
