import { domainOf } from '../domain/domain-of.ts';
import { GONE } from '../domain/reply-classes.ts';
import { Suppression, type SuppressionDocument } from '../models/suppressions.ts';
import { UNKNOWN_REPLY, verdictByRules } from '../replies/classify.ts';
import { replyCodesOf } from '../replies/codes.ts';
import { everywhere } from '../store/everywhere.ts';
import type { Migration } from './migration.ts';

const GROUP = 1000;

type BouncedSuppression = Pick<SuppressionDocument, '_id' | 'email_norm' | 'reply' | 'rule' | 'import_id'>;

/** Whether a rule knows the reply of a suppression as one about us or a passing state, which says nothing about the mailbox. */
function isVetoed({ email_norm, reply, rule, import_id }: BouncedSuppression): boolean {
  // Several refusals suppress an address for any reply. An import suppresses by the words of its file.
  if (!reply || rule === 'repeated' || import_id !== undefined) return false;
  const codes = replyCodesOf({ code: null, enhanced: null }, reply);
  // Whether it came at RCPT or in a report is not stored.
  return (['RCPT', 'report'] as const).every((stage) => {
    const verdict = verdictByRules({ stage, ...codes, text: reply, domain: domainOf(email_norm) });
    return verdict !== UNKNOWN_REPLY && !GONE.has(verdict.class);
  });
}

/** Versions before the vetoes suppressed living addresses for replies such as "too many invalid recipients". */
export const vetoedSuppressions: Migration = {
  version: 10,
  title: 'suppressions whose reply says nothing about the mailbox are lifted',
  async run({ after, checkpoint }) {
    for (let last = Number(after ?? 0); ; ) {
      const found = await everywhere(Suppression, 'migration')
        .find({ _id: { $gt: last }, reason: 'bounced', class: { $in: [...GONE] } })
        .project<BouncedSuppression>({ email_norm: 1, reply: 1, rule: 1, import_id: 1 })
        .sort({ _id: 1 })
        .limit(GROUP)
        .toArray();
      const vetoed = found.filter(isVetoed);
      // A new reply of the same address stays.
      for (const { _id, reply } of vetoed)
        await everywhere(Suppression, 'migration').deleteOne({
          _id,
          reason: 'bounced',
          reply: reply ?? null,
        });
      if (found.length < GROUP) return;
      last = found.at(-1)!._id;
      await checkpoint(last);
    }
  },
};
