import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import type { RowChange } from '../ledger/row-change.ts';
import type { Outcome } from '../transport/outcome.ts';
import { nextAttempt } from './backoff.ts';
import type { OpenRow } from './open-rows.ts';

/** An outcome that is about this mail: accepted mails and unreachable servers are handled elsewhere. */
export type MailOutcome = Exclude<Outcome, { kind: 'accepted' | 'unreached' | 'put_off' }>;

/** The state of a ledger row after an outcome other than acceptance (docs/architecture.md, "Outcomes of one mail"). */
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
