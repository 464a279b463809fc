import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import type { Outcome } from '../transport/outcome.ts';
import { nextAttempt } from './backoff.ts';
import type { RowChange } from './recorder.ts';
import type { OpenRow } from './rows.ts';

/** An outcome that says something of the mail, not of the server's being there at all. */
export type MailOutcome = Exclude<Outcome, { kind: 'accepted' } | { kind: 'unreached' }>;

/** What a ledger row becomes by an outcome that is no acceptance (house, "Outcomes of one mail"). */
export function changeOf(row: OpenRow, outcome: MailOutcome, config: Config): RowChange {
  const attempts = (row.attempts ?? 0) + 1;
  if (outcome.kind === 'refused') return { state: 'bounced', attempts, reply: outcome.reply };
  if (outcome.kind === 'in_doubt' && config.inDoubt === 'hold') {
    return { state: 'in_doubt', attempts, reply: outcome.reason, in_doubt_at: now() };
  }
  const doubted = outcome.kind === 'in_doubt' && { doubted: true };
  const reply = outcome.kind === 'in_doubt' ? outcome.reason : outcome.reply;
  const at = now();
  const since = row.first_deferred_at ?? at;
  const due = nextAttempt(attempts, since, at, config.giveUpHours);
  return due === null
    ? {
        state: 'bounced',
        attempts,
        reply: `Given up after ${config.giveUpHours} hours: ${reply}`,
        ...doubted,
      }
    : { state: 'deferred', attempts, reply, first_deferred_at: since, due_at: due, ...doubted };
}
