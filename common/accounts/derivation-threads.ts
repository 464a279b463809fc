import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The nice value of a thread that derives keys. Calls and mails come first: workers have 5. A sign-in on a machine that is busy with them gets some 10 %
 * of a core; with 15 it got 3 % and took 10 s.
 */
const NICE = 10;
/** Milliseconds after which an idle thread, of some 10 MB, ends. */
const IDLE_MS = 10_000;

/** Linux has a priority for each thread; elsewhere it would be that of the process. */
const PROGRAM = `
const { scryptSync } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
try {
  if (process.platform === 'linux') require('node:os').setPriority(${NICE});
} catch {
  // A sandbox may forbid this; the priority then stays the same.
}
parentPort.on('message', (inputs) => parentPort.postMessage(scryptSync(...inputs)));
`;

interface Derivation {
  /** Of the key. */
  readonly bytes: number;
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

interface IdleThread {
  readonly thread: Worker;
  readonly end: NodeJS.Timeout;
}

const idle: IdleThread[] = [];

function start(): Worker {
  const thread = new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, stdin: false });
  // The derivation of this thread fails. An idle thread has none.
  thread.on('error', () => {});
  thread.once('exit', () => forget(thread));
  return thread;
}

function forget(thread: Worker): void {
  const at = idle.findIndex((one) => one.thread === thread);
  if (at !== -1) clearTimeout(idle.splice(at, 1)[0]!.end);
}

function take(): Worker {
  const kept = idle.pop();
  if (!kept) return start();
  clearTimeout(kept.end);
  kept.thread.ref();
  return kept.thread;
}

/** An idle thread does not keep its process running. */
function keep(thread: Worker): void {
  thread.unref();
  const end = setTimeout(() => {
    forget(thread);
    void thread.terminate();
  }, IDLE_MS).unref();
  idle.push({ thread, end });
}

/** scrypt (RFC 7914) in a thread of its own, apart from those that files and DNS use. Callers bound how many run at once. */
export async function deriveKey(text: string, salt: Buffer, { bytes, N, r, p }: Derivation): Promise<Buffer> {
  const thread = take();
  const over = new AbortController();
  try {
    const answered = Promise.race([
      once(thread, 'message', { signal: over.signal }) as Promise<[Uint8Array]>,
      once(thread, 'exit', { signal: over.signal }).then((): never => {
        throw new Error('the thread has ended');
      }),
    ]);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has none.
    thread.postMessage([text, salt, bytes, { N, r, p, maxmem: 256 * N * r }]);
    const [key] = await answered;
    keep(thread);
    return Buffer.from(key);
  } catch (error) {
    void thread.terminate();
    throw error;
  } finally {
    over.abort();
  }
}
