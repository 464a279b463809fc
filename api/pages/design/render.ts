import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Design } from '../../../common/design-html.ts';
import { tooMany } from '../../http/failures.ts';

/** A design's looks. Placeholders stand as they were written. */
export interface Rendered {
  readonly html: string;
  readonly text: string;
}

/** Milliseconds that a design gets; 2 MiB of MJML take some 8 s. */
const DEADLINE_MS = 20_000;
/** The page and its frame want the same, one right after the other. */
const KEPT = 8;
const WAITING = 16;

/**
 * Renders designs, one at a time, each in a thread of its own: 100 kB of MJML take half a second of computing, which
 * is no time to keep all other calls waiting, and what it takes of memory ends with the thread.
 */
export function createRenderer(): (design: Design) => Promise<Rendered> {
  const known = new Map<string, Promise<Rendered>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return (design) => {
    const key = createHash('sha256').update(JSON.stringify(design)).digest('base64');
    const found = known.get(key);
    if (found) return found;
    if (waiting === WAITING) throw tooMany(DEADLINE_MS / 1000);
    waiting += 1;
    const rendered = last.then(() => renderInThread(design)).finally(() => (waiting -= 1));
    last = rendered.catch(() => known.delete(key));
    known.set(key, rendered);
    if (known.size > KEPT) known.delete(known.keys().next().value!);
    return rendered;
  };
}

function renderInThread(design: Design): Promise<Rendered> {
  // Beside this file, under the name that the compiler gives both.
  const thread = new Worker(new URL(`./render-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: design,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise<Rendered>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('the design took too long')), DEADLINE_MS);
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(deadline);
      reject(new Error('the thread ended'));
    });
  }).finally(async () => {
    await thread.terminate();
  });
}
