import type { ClientSession } from 'mongodb';
import { insertBoundedIn } from '../../common/changes/bounded-inserts.ts';
import { askForEngagement } from '../../common/changes/engagement-dates.ts';
import { forgetFailures } from '../../common/changes/job-failures.ts';
import { storeRule } from '../../common/changes/segments.ts';
import { now } from '../../common/clock.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { subjectOfType } from '../../common/jobs/subjects.ts';
import { newSegment, Segment, type SegmentDocument, unwalked } from '../../common/models/segments.ts';
import { asksForEngagement } from '../../common/queries/segment-filter.ts';
import { failedRefreshes, livingSegment } from '../../common/queries/segments.ts';
import { livingOnes } from '../../common/quotas/rows.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField, quotaReached } from '../http/failures.ts';
import { recordId, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required, type ValuesOf } from '../http/typed-input.ts';
import { presentSegment } from '../present/segments.ts';
import { checkDerivedRows } from './row-quotas.ts';
import { checkTypeAndRule, ruleInput } from './segment-rule-inputs.ts';

const segmentInput = {
  segment_name: required(text()),
  ...ruleInput,
};

type SegmentInput = ValuesOf<typeof segmentInput>;

const oneSegment = inputs({ segment_id: required(recordId()) });

/** Throws a 422 with all references that do not exist or do not fit. */
async function contentOf(input: SegmentInput, account: Account, before: SegmentDocument | null) {
  const { segment_name, contact_type_id } = input;
  const { rule, written } = await checkTypeAndRule(input, account, before);
  return { content: { segment_name, contact_type_id, ...written, updated_at: now() }, rule };
}

type SegmentContent = Awaited<ReturnType<typeof contentOf>>['content'];

/** If the rule uses mail history, contacts store it from now on. */
async function askFor({ select_field }: SegmentContent, account: Account): Promise<void> {
  if (asksForEngagement(select_field)) await askForEngagement(account.id);
}

const isSameRule = (one: SegmentDocument, other: SegmentContent): boolean =>
  (['contact_type_id', 'select_field', 'select_operator', 'value', 'query_type'] as const).every(
    (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  );

async function present(page: readonly SegmentDocument[]) {
  const failed = await failedRefreshes(page.map((segment) => segment.contact_type_id));
  return page.map((segment) => presentSegment(segment, failed.get(segment.contact_type_id) ?? null));
}

/** The failure may come from the rule that was changed. */
async function refreshNow(ring: Ring, userId: number, contactTypeId: number): Promise<void> {
  await forgetFailures([subjectOfType(contactTypeId)]);
  await ring('refresh-segments', { contactTypeId, userId });
}

const fieldIsGone = () =>
  invalidField(
    'select_field',
    texts.selected('select_field'),
    'A field of the rule was just deleted: `custom-fields` lists those that exist.',
  );

export const segments = endpoints({
  segmentList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: Segment.of(account.id),
        filter: { deleted_at: null },
        // A rule has up to 48 conditions of 1,000 characters.
        heavy: true,
        present,
      }),
  },

  segmentStore: {
    input: inputs(segmentInput),
    async run(input, account, { ring }) {
      const { content, rule } = await contentOf(input, account, null);
      await checkDerivedRows(account);
      const _id = await nextId('segments');
      const segment = newSegment({ _id, user_id: account.id, ...content }, content.updated_at);
      await askFor(content, account);
      const bound = { rows: Segment.of(account.id), filter: livingOnes, most: account.quotas.segments };
      const write = async (session: ClientSession) => {
        if (!(await insertBoundedIn(session, bound, segment))) throw quotaReached('segments');
      };
      if (!(await storeRule(account.id, rule, write))) throw fieldIsGone();
      await refreshNow(ring, account.id, segment.contact_type_id);
      return { id: segment._id };
    },
  },

  segmentUpdate: {
    input: inputs({ segment_id: required(recordId()), ...segmentInput }),
    async run({ segment_id: id, ...input }, account, { ring }) {
      const living = livingSegment(account.id, id);
      const before = await Segment.of(account.id).findOne(living);
      if (!before) return null;
      const { content, rule } = await contentOf(input, account, before);
      if (!isSameRule(before, content)) await checkDerivedRows(account);
      let updated: SegmentDocument | null = null;
      await askFor(content, account);
      const write = async (session: ClientSession) => {
        const current = await Segment.of(account.id).findOne(living, { session });
        const change =
          !current || isSameRule(current, content)
            ? { $set: content }
            : { $set: { ...content, ...unwalked(content.updated_at) }, $inc: { version: 1 } };
        updated = await Segment.of(account.id).findOneAndUpdate(living, change, { session });
      };
      if (!(await storeRule(account.id, rule, write))) throw fieldIsGone();
      await refreshNow(ring, account.id, content.contact_type_id);
      return updated;
    },
  },

  segmentDetails: {
    input: oneSegment,
    async run({ segment_id: id }, account) {
      const segment = await Segment.of(account.id).findOne(livingSegment(account.id, id));
      return segment && (await present([segment]))[0]!;
    },
  },

  segmentDelete: {
    input: oneSegment,
    run: ({ segment_id: id }, account) =>
      Segment.of(account.id).findOneAndUpdate(livingSegment(account.id, id), { $set: { deleted_at: now() } }),
  },
});
