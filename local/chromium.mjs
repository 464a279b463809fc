import { existsSync } from 'node:fs';
import { install, mayInstall } from './debian.mjs';

const wanted = process.env.CHROMIUM ?? '/usr/bin/chromium';
const say = (line) => process.stderr.write(`Set-up: ${line}\n`);

if (!existsSync(wanted)) {
  if (process.env.CHROMIUM || !mayInstall()) {
    process.stderr.write(
      `The browser tests need Chromium, and ${wanted} does not exist.\n` +
        'Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.\n',
    );
    process.exit(1);
  }
  say('installing chromium (apt-get); this takes a minute or two');
  if (!install('chromium')) {
    process.stderr.write('Chromium could not be installed.\n');
    process.exit(1);
  }
}
