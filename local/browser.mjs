import { existsSync } from 'node:fs';

/** Debian's Chromium without windows: it opens a page in half of the time, as no menus and toolbars are loaded with it. */
export const SHELL = 'chromium-headless-shell';

/** The browser of the browser tests and of `bench/console.ts`: that of `CHROMIUM`, or Debian's; undefined where there is none. */
export const browserPath = () =>
  process.env.CHROMIUM ?? [`/usr/bin/${SHELL}`, '/usr/bin/chromium'].find((path) => existsSync(path));
