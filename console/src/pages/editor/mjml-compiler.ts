import type { CompilerAnswer } from './mjml-worker.ts';

/**
 * The compiler has a thread of its own: it is the largest script of the editor, and the page stays usable while it is loaded and
 * while it compiles.
 */
let thread: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, { resolve: (html: string) => void; reject: (reason: Error) => void }>();

function endAll(reason: string): void {
  thread?.terminate();
  thread = null;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
}

/** The page calls it at once, because the compiler takes longest to load. After a failure the next mail starts it again. */
export function startCompiler(): Worker {
  if (thread) return thread;
  thread = new Worker(new URL('./mjml-worker.ts', import.meta.url), { type: 'module' });
  thread.addEventListener('message', ({ data: { id, html, failure } }: MessageEvent<CompilerAnswer>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (html === null) asked?.reject(new Error(failure));
    else asked?.resolve(html);
  });
  thread.addEventListener('error', () => endAll('The compiler could not be loaded.'));
  return thread;
}

/** HTML of MJML, as the service makes it. Rejects for MJML that cannot be read. */
export function compileMail(mjml: string): Promise<string> {
  const id = (lastId += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has none.
    startCompiler().postMessage({ id, mjml });
  });
}
