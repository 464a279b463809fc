import { now } from '../../../common/clock.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { rows } from '../../support/rows.ts';
import type { Arena } from './arena.ts';

/**
 * Has a send go on. A deferred mail waits for minutes, then for hours: its wait ends. Many bounces pause a send once: its owner, who has
 * looked, resumes it.
 */
export async function goOn(arena: Pick<Arena, 'details' | 'stack'>, utr: string): Promise<void> {
  try {
    await rows(Delivery).updateMany(
      { state: 'deferred', due_at: { $gt: now() } },
      { $set: { due_at: now() } },
    );
    const { paused_reason } = (await arena.details(utr)) as unknown as { paused_reason: string | null };
    if (paused_reason !== null) await arena.stack.call(`/single-send/resume?utr=${utr}`, {});
  } catch {
    // A store or the API is away, as the fault wants it, or another call has resumed it.
  }
}
