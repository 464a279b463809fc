import { isOfAddress } from '../../../common/changes/bounced-addresses.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { providerIdIn } from '../../../common/domain/provider-ids.ts';
import { tallies } from '../../runtime/metrics/tallies.ts';
import type { Outcome } from '../transport/outcome.ts';
import type { AdmittedRow } from './aside.ts';
import { changeOf, isRefused, putOffChange } from './row-changes.ts';
import type { Slice } from './slice.ts';

export function record(slice: Slice, { row, name: domain }: AdmittedRow, outcome: Outcome): void {
  const { recorder, replies, mailing, worker, known, letter, progress } = slice;
  tallies.outcomes[outcome.kind] += 1;
  if (outcome.kind === 'accepted') {
    failpoint('after-250-before-record', row._id);
    replies.accepted(domain);
    progress.reached = true;
    if (known.suspected.size > 0 && known.suspected.has(row.email_norm))
      progress.cleared.push(row.email_norm);
    recorder.accepted(row, idOf(outcome, letter.tellsIds));
    return;
  }
  if (outcome.kind === 'unreached') {
    progress.unreached ??= outcome;
    return;
  }
  if (outcome.kind === 'put_off') {
    recorder.changed(row._id, row.batch, putOffChange(row, outcome, worker.config));
    return;
  }
  if (outcome.kind === 'in_doubt') {
    recorder.answered(row._id, row.batch, changeOf(row, outcome, worker.config));
    return;
  }
  const { class: name, rule, reply } = outcome;
  const isFinal = isRefused(outcome);
  const until = replies.other(domain, name, reply, isFinal);
  if (isFinal && name === 'unknown') progress.unknown.push({ row, domain, reply });
  const bounced = isOfAddress(name)
    ? {
        user_id: mailing.user_id,
        email: row.email,
        class: name,
        rule,
        reply,
        mailing: mailing._id,
        delivery: row._id,
        believes: (domain: string) => replies.believes(domain),
      }
    : null;
  recorder.answered(row._id, row.batch, changeOf(row, outcome, worker.config, until), bounced);
}

/** The provider's id of a mail. An id from the transport is always stored: the provider may keep no other name of the mail. */
const idOf = (
  { providerId, reply }: Extract<Outcome, { kind: 'accepted' }>,
  tellsIds: boolean,
): string | null => providerId ?? (tellsIds ? providerIdIn(reply) : null);
