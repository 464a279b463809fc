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

/** A design's looks, or that they are still being made: the sweep rings for the job until they are there. */
export async function renderSoon(
  renderer: Renderer,
  design: Design,
  account: number,
): Promise<Rendered | { readonly state: 'pending' }> {
  const rendering = renderer.render(design, account);
  const given = new AbortController();
  try {
    return await Promise.race([
      rendering,
      pause(WAIT_MS, { state: 'pending' } as const, { signal: given.signal }),
    ]);
  } finally {
    given.abort();
    // Whoever asks next hears of its failure.
    rendering.catch(() => {});
  }
}
