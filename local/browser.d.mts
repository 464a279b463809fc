/** Debian's Chromium without windows: the name of its package and of its program. */
export const SHELL: string;
/** The browser of the browser tests and of `bench/console.ts`: that of `CHROMIUM`, or Debian's; undefined where there is none. */
export function browserPath(): string | undefined;
