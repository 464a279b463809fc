import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RecordedCall {
  readonly file: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The file for the recorded calls. Mocha loads this module by `--require`; the calls of a test are written when it passes. */
const book = process.env['CONTRACT_CALLS'];
let running: { file: string; title: string } | null = null;
const calls = new Set<string>();

function record(method: string, url: string, status: number): void {
  const path = /^https?:\/\/[^/]+\/api(\/[^?#]*)/.exec(url)?.[1];
  if (book === undefined || running === null || path === undefined) return;
  calls.add(`${JSON.stringify({ ...running, method, path, status } satisfies RecordedCall)}\n`);
}

if (book !== undefined) {
  const { fetch } = globalThis;
  globalThis.fetch = async (target, init) => {
    const answer = await fetch(target, init);
    record(init?.method ?? 'GET', target instanceof Request ? target.url : String(target), answer.status);
    return answer;
  };
}

interface MochaContext {
  readonly currentTest?: { readonly file?: string; readonly title: string; readonly state?: string };
}

/** Calls by hooks belong to no test. */
export const mochaHooks = {
  beforeEach(this: MochaContext): void {
    const { file = '', title } = this.currentTest!;
    running = { file: relative(ROOT, file), title };
  },
  afterEach(this: MochaContext): void {
    if (book !== undefined && this.currentTest!.state === 'passed') appendFileSync(book, [...calls].join(''));
    calls.clear();
    running = null;
  },
};
