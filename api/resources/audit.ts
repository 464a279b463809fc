import { prefixOf } from '../../common/changes/audit-entries.ts';
import { now } from '../../common/clock.ts';
import { dayOf } from '../../common/domain/segment-days.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import {
  ACTORS,
  AUDIT_BY_ACT,
  AUDIT_BY_ACTOR,
  AuditEntry,
  type AuditEntryDocument,
} from '../../common/models/audit-entries.ts';
import type { Filter } from '../../common/store/collection.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { integer, oneOf, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, optional } from '../http/typed-input.ts';
import { presentAuditEntry } from '../present/audit.ts';
import { AUDIT_KINDS, actsOf } from '../services/domain/audit-kinds.ts';
import { day, spanOfDays } from '../services/domain/day-input.ts';
import { idsOfTime } from '../services/queries/audit-ids.ts';
import { recordsOfActs } from '../services/queries/audit-records.ts';
import { firstOfLatest, last } from './latest.ts';

/** Before the first entry of any account. */
const FIRST_DAY = '2000-01-01';

const OF_ACCOUNT = Object.freeze({ user_id: 1, _id: 1 } as const);

export const audit = endpoints({
  auditList: {
    input: inputs({
      before_id: optional(integer())
        .description('Only entries with a smaller id, for the previous page.')
        .example(1204),
      last,
      kind: optional(oneOf(AUDIT_KINDS)).description('Only acts of this kind.').example('campaigns'),
      by: optional(oneOf(ACTORS)).description('Only acts of these.').example('key'),
      key: optional(text({ min: 11 }))
        .description(
          'Only acts with this public key, whole or its first 11 characters. With a `by` other than `key`, it is a 422.',
        )
        .example('pk_8Hq2vXyT'),
      from: optional(day())
        .description('The first day, `YYYY-MM-DD` in the account’s time zone.')
        .example('2030-05-01'),
      to: optional(day()).description('The last day.').example('2030-05-31'),
    }),
    async run({ before_id, last: wanted, kind, by, key, from, to }, { id: user_id, timezone }) {
      if (from && to && to < from) throw invalidField('to', texts.notBefore('to', 'from'));
      if (key && by && by !== 'key')
        throw invalidField(
          'key',
          texts.selected('key'),
          `No ${by} acts with a key. Omit by, or give by=key.`,
        );
      const days = spanOfDays(from || FIRST_DAY, to || dayOf(now(), timezone), timezone);
      const isOfDays = Boolean(from || to);
      const at = { $gte: days.from, ...(to && { $lt: days.to }) };
      const filter: Filter<AuditEntryDocument> = {
        _id: {
          $lt: before_id ?? Number.MAX_SAFE_INTEGER,
          ...(isOfDays && (await idsOfTime(user_id, at))),
        },
        ...(kind && { act: { $in: [...actsOf(kind)] } }),
        ...(by && { by }),
        // A person and an operator have no key: the index has these rows together, by id.
        ...(by && by !== 'key' && { key: null }),
        ...(key && { by: 'key' as const, key: prefixOf(key) }),
        ...(isOfDays && { at }),
      };
      // Each has its entries by id. The planner would also take the index by time, and sort.
      const ofActor = key || (by && by !== 'key') ? AUDIT_BY_ACTOR : null;
      const ofDays = kind ? AUDIT_BY_ACT : (ofActor ?? OF_ACCOUNT);
      const index = isOfDays ? ofDays : kind || by || key ? null : OF_ACCOUNT;
      const first = await firstOfLatest(AuditEntry.of(user_id), filter, wanted, index);
      return listing({
        model: AuditEntry.of(user_id),
        filter: { $and: [filter, { _id: { $gte: first } }] },
        index,
        present: async (page) => {
          const records = await recordsOfActs(user_id, page);
          return page.map((entry) => presentAuditEntry(entry, records));
        },
      });
    },
  },
});
