// Run before the browser tests: finds Debian's Chromium, or installs it where that is allowed.
import { existsSync } from 'node:fs';
import { browserPath, SHELL } from './browser.mjs';
import { install, mayInstall } from './debian.mjs';

const say = (line) => process.stderr.write(`Set-up: ${line}\n`);
const found = browserPath();

// Chromium with windows does as well, but is slower.
if (!process.env.CHROMIUM && !found?.endsWith(SHELL) && mayInstall()) {
  say(`installing ${SHELL} (apt-get), which takes a minute or two`);
  if (!install(SHELL)) say(`${SHELL} could not be installed`);
}
const path = browserPath();
if (!path || !existsSync(path)) {
  process.stderr.write(
    `The browser tests need Chromium, and there is none${path ? ` at ${path}` : ''}.\n` +
      `Install it (Debian: apt-get install ${SHELL}), or name another in CHROMIUM.\n`,
  );
  process.exit(1);
}
