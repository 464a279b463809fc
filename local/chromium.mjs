import { existsSync } from 'node:fs';
import { install, mayInstall } from './debian.mjs';

// Debian's package of Chromium without windows, which takes a third of the CPU for opening a page; else the whole browser.
const PACKAGE = 'chromium-headless-shell';
const wanted = process.env.CHROMIUM ?? `/usr/bin/${PACKAGE}`;
const say = (line) => process.stderr.write(`Set-up: ${line}\n`);

function get() {
  if (process.env.CHROMIUM || !mayInstall()) return false;
  say(`installing ${PACKAGE} (apt-get); this takes a minute or two`);
  return install(PACKAGE);
}

if (!existsSync(wanted) && !get() && (process.env.CHROMIUM || !existsSync('/usr/bin/chromium'))) {
  process.stderr.write(
    `The browser tests need Chromium, and ${wanted} does not exist.\n` +
      `Install it (Debian: apt-get install ${PACKAGE}), or set CHROMIUM to its path.\n`,
  );
  process.exit(1);
}
