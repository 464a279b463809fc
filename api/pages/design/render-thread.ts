import { parentPort, workerData } from 'node:worker_threads';
import { type Design, htmlOf } from '../../../common/design-html.ts';
import { plainTextOf } from '../../../common/domain/plain-text.ts';
import type { Rendered } from './render.ts';

// The thread that render.ts starts: one design in, its looks out.
const html = await htmlOf(workerData as Design);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window
parentPort!.postMessage({ html, text: textOf(html) } satisfies Rendered);

function textOf(source: string): string {
  try {
    return plainTextOf(source);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
