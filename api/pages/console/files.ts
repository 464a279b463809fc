import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadyFile } from '../../http/ready-file.ts';

/** In the built pages in place of an answer's nonce, and of its session. */
export const NONCE = 'nonce-of-this-answer';
export const SESSION = 'session-of-this-answer';

const BUILT = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built files, or null. They stay in memory: about 1 MB. `editor` is the page of the design editor. */
export function readConsole(folder: string = BUILT) {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const within = join(folder, 'assets');
  const read = (name: string): Buffer | null =>
    existsSync(join(within, name)) ? readFileSync(join(within, name)) : null;
  const assets = readdirSync(within)
    .filter((name) => TYPES[extname(name)])
    .map((name): [string, ReadyFile] => [
      name,
      {
        type: TYPES[extname(name)]!,
        // Its name changes with its contents.
        etag: null,
        plain: read(name)!,
        br: read(`${name}.br`),
        gzip: read(`${name}.gz`),
      },
    ]);
  const page = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { page: page('index.html'), editor: page('editor.html'), assets: new Map(assets) };
}
