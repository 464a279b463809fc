import { now } from '../../../common/clock.ts';
import type { Config } from '../../../common/config.ts';
import type { RowChange } from '../ledger/row-change.ts';
import type { Domain } from '../pace/domains.ts';
import type { PutOff } from '../transport/outcome.ts';
import type { OpenRow } from './open-rows.ts';

const HOUR = 3_600_000;

/**
 * A server closed the connection at the recipient, or pauses for its domain. The row is tried again without an attempt counted. After
 * `GIVE_UP_HOURS` it is given up: the servers have asked for less all the time.
 */
export function putOffChange(row: OpenRow, outcome: PutOff, config: Pick<Config, 'giveUpHours'>): RowChange {
  const at = now();
  const since = row.first_deferred_at ?? at;
  const { class: name, rule } = outcome;
  const known = { class: name, rule, ...(row.attempts !== undefined && { attempts: row.attempts }) };
  if (at.getTime() - since.getTime() >= config.giveUpHours * HOUR) {
    const reply = `Given up after ${config.giveUpHours} hours: ${outcome.reason}`;
    return { state: 'bounced', reply, ...known };
  }
  const due = new Date(at.getTime() + Math.min(outcome.retryInMs, HOUR));
  return { state: 'deferred', reply: outcome.reason, first_deferred_at: since, due_at: due, ...known };
}

/**
 * A domain has no room for a row of this mailing for `ms` milliseconds. Its time to be given up does not begin, and the reply to its last
 * attempt stays.
 */
export const waitChange = (row: OpenRow, { name, lastSlow }: Domain, ms: number): RowChange => ({
  state: 'deferred',
  due_at: new Date(now().getTime() + Math.ceil(ms)),
  ...(row.attempts === undefined
    ? { reply: lastSlow ? lastSlow.reply : `Mails to ${name} wait for their turn` }
    : { attempts: row.attempts }),
});
