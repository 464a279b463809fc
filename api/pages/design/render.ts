import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Design } from '../../../common/design-html.ts';
import { tooMany } from '../../http/failures.ts';
import { type Looks, looksOf } from './looks.ts';

/** Milliseconds that a design gets; 2 MiB of MJML take some 8 s. */
const DEADLINE_MS = 20_000;
/** The page and its frame want the same, one right after the other. */
const KEPT = 8;
const WAITING = 16;
/** Bytes of HTML whose text is had in a few milliseconds: most mails, as Gmail cuts at 102 kB. */
const SMALL = 64 * 1024;
const MEMORY_MB = 512;

/**
 * Renders designs; MJML and large ones in a process of its own, one at a time: 100 kB of MJML take half a second of
 * computing, which is no time to keep all other calls waiting, and what it takes of memory ends with the process. (A
 * thread would do, but tsx does not reach into threads.)
 */
export function createRenderer(): (design: Design) => Promise<Looks> {
  const known = new Map<string, Promise<Looks>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return (design) => {
    if (isQuick(design)) return looksOf(design);
    const key = createHash('sha256').update(JSON.stringify(design)).digest('base64');
    const found = known.get(key);
    if (found) return found;
    if (waiting === WAITING) throw tooMany(DEADLINE_MS / 1000);
    waiting += 1;
    const rendered = last.then(() => renderApart(design)).finally(() => (waiting -= 1));
    last = rendered.catch(() => known.delete(key));
    known.set(key, rendered);
    if (known.size > KEPT) known.delete(known.keys().next().value!);
    return rendered;
  };
}

const isQuick = ({ template_html: html, template_json: json }: Design): boolean =>
  html ? html.length <= SMALL : !json;

function renderApart(design: Design): Promise<Looks> {
  // Beside this file, under the name that the compiler gives both.
  const file = new URL(`./render-process${extname(import.meta.url)}`, import.meta.url);
  const child = fork(file, { execArgv: [...process.execArgv, `--max-old-space-size=${MEMORY_MB}`], env: {} });
  return new Promise<Looks>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('the design took too long')), DEADLINE_MS);
    child.once('message', (looks) => resolve(looks as Looks));
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(deadline);
      reject(new Error(`the rendering process ended with ${code}`));
    });
    child.send(design);
  }).finally(() => child.kill('SIGKILL'));
}
