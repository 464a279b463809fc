import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../common/config.ts';
import type { Logger } from '../common/log.ts';
import { createRenderer, type Design, type Rendered, type Renderer } from '../common/rendering/renderer.ts';

/** The renderer of a worker: its processes compile large mails, too. */
export const createWorkerRenderer = (config: Config, log: Logger): Renderer =>
  createRenderer(config, log, new URL(`./compose/compile-child${extname(import.meta.url)}`, import.meta.url));

/** How long a job waits for a design: those behind it are other accounts'. Most were rendered when they were saved. */
const WAIT_MS = 300;
/** The same where one of the account's designs took longer and is still being made: enough to read a kept result. */
const BRIEF_MS = 50;

/** Accounts with designs that took longer than a job waits, and how many of these are still being made. */
const slow = new WeakMap<Renderer, Map<number, number>>();

/**
 * A design's looks, or that they are still being made: the sweep rings for the job until they are there. An account has one
 * long wait at a time, so that a hundred sends of slow designs do not hold up those behind them a hundred times.
 */
export async function renderSoon(
  renderer: Renderer,
  design: Design,
  account: number,
): Promise<Rendered | { readonly state: 'pending' }> {
  const accounts = slow.get(renderer) ?? new Map<number, number>();
  slow.set(renderer, accounts);
  const rendering = renderer.render(design, account);
  const given = new AbortController();
  try {
    const waited = await Promise.race([
      rendering,
      pause(accounts.has(account) ? BRIEF_MS : WAIT_MS, { state: 'pending' } as const, {
        signal: given.signal,
      }),
    ]);
    if (waited.state === 'pending') {
      accounts.set(account, (accounts.get(account) ?? 0) + 1);
      void rendering.catch(() => {}).finally(() => lessOf(accounts, account));
    }
    return waited;
  } finally {
    given.abort();
    // Whoever asks next hears of its failure.
    rendering.catch(() => {});
  }
}

function lessOf(accounts: Map<number, number>, account: number): void {
  const left = accounts.get(account)! - 1;
  if (left === 0) accounts.delete(account);
  else accounts.set(account, left);
}
