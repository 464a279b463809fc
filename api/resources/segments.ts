import Joi from 'joi';
import type { ClientSession } from 'mongodb';
import { now } from '../../common/clock.ts';
import { asksForEngagement } from '../../common/domain/segment-filter.ts';
import { nextId } from '../../common/ids.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { subjectOfType } from '../../common/jobs/subjects.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { rows } from '../../common/mongo.ts';
import { askForEngagement } from '../../common/queries/engagement-dates.ts';
import { forgetFailures } from '../../common/queries/job-failures.ts';
import { failedRefreshes, livingSegment, storeRule } from '../../common/queries/segments.ts';
import type { Account } from '../http/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { invalidField, texts } from '../http/failures.ts';
import { recordId, required, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentSegment } from '../present/segments.ts';
import { ringRefresh } from './segment-refreshes.ts';
import { checkTypeAndRule, type RuleInput, ruleInput } from './segment-rule-inputs.ts';

interface SegmentInput extends RuleInput {
  segment_name: string;
}

const segmentInput = {
  segment_name: required(text()),
  ...ruleInput,
};

const oneSegment = Joi.object({ segment_id: required(recordId()) });

/** What a segment's inputs say; throws a 422 with all that they refer to and that is not there or does not fit. */
async function contentOf(input: SegmentInput, account: Account, before: SegmentDocument | null) {
  const { segment_name, contact_type_id } = input;
  const { rule, written } = await checkTypeAndRule(input, account, before);
  return { content: { segment_name, contact_type_id, ...written, updated_at: now() }, rule };
}

type Content = Awaited<ReturnType<typeof contentOf>>['content'];

/** What the ledger knows of contacts is kept with them from now on, where the rule asks for it. */
async function askFor({ select_field }: Content, account: Account): Promise<void> {
  if (asksForEngagement(select_field)) await askForEngagement(account.id);
}

/** A rule that no contact was held against yet. */
const unwalked = (at: Date) => ({
  walk: { phase: 'rows', after: 0, began_at: at } as const,
  recheck_at: null,
  fence: 0,
});

const isSameRule = (one: SegmentDocument, other: Content): boolean =>
  (['contact_type_id', 'select_field', 'select_operator', 'value', 'query_type'] as const).every(
    (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  );

async function present(page: readonly SegmentDocument[]) {
  const failed = await failedRefreshes(page.map((segment) => segment.contact_type_id));
  return page.map((segment) => presentSegment(segment, failed.get(segment.contact_type_id) ?? null));
}

/** What failed may be the rule that was changed. */
async function refreshNow(ring: Ring, contactTypeId: number): Promise<void> {
  await forgetFailures([subjectOfType(contactTypeId)]);
  await ringRefresh(ring, contactTypeId);
}

const fieldIsGone = () => invalidField('select_field', texts.selected('select_field'));

export const segments = {
  segmentList: endpoint<'segmentList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: Segment,
        filter: { user_id: account.id, deleted_at: null },
        // A rule has up to 48 conditions of 1,000 characters.
        heavy: true,
        present,
      }),
  }),

  segmentStore: endpoint<'segmentStore', SegmentInput>({
    input: Joi.object(segmentInput),
    async run(input, account, { ring }) {
      const { content, rule } = await contentOf(input, account, null);
      const segment: SegmentDocument = {
        _id: await nextId('segments'),
        user_id: account.id,
        ...content,
        segment_emails_count: 0,
        version: 1,
        walked_version: 0,
        ...unwalked(content.updated_at),
        deleted_at: null,
        created_at: content.updated_at,
      };
      await askFor(content, account);
      const write = (session: ClientSession) => rows(Segment).insertOne(segment, { session });
      if (!(await storeRule(account.id, rule, write))) throw fieldIsGone();
      await refreshNow(ring, segment.contact_type_id);
      return { id: segment._id };
    },
  }),

  segmentUpdate: endpoint<'segmentUpdate', SegmentInput & { segment_id: number }>({
    input: Joi.object({ segment_id: required(recordId()), ...segmentInput }),
    async run({ segment_id: id, ...input }, account, { ring }) {
      const living = livingSegment(account.id, id);
      const before = await rows(Segment).findOne(living);
      if (!before) return null;
      const { content, rule } = await contentOf(input, account, before);
      let updated: SegmentDocument | null = null;
      await askFor(content, account);
      const write = async (session: ClientSession) => {
        const current = await rows(Segment).findOne(living, { session });
        const change =
          !current || isSameRule(current, content)
            ? { $set: content }
            : { $set: { ...content, ...unwalked(content.updated_at) }, $inc: { version: 1 } };
        updated = await rows(Segment).findOneAndUpdate(living, change, { session });
      };
      if (!(await storeRule(account.id, rule, write))) throw fieldIsGone();
      await refreshNow(ring, content.contact_type_id);
      return updated;
    },
  }),

  segmentDetails: endpoint<'segmentDetails', { segment_id: number }>({
    input: oneSegment,
    async run({ segment_id: id }, account) {
      const segment = await rows(Segment).findOne(livingSegment(account.id, id));
      return segment && (await present([segment]))[0]!;
    },
  }),

  segmentDelete: endpoint<'segmentDelete', { segment_id: number }>({
    input: oneSegment,
    run: ({ segment_id: id }, account) =>
      rows(Segment).findOneAndUpdate(livingSegment(account.id, id), { $set: { deleted_at: now() } }),
  }),
};
