import Joi from 'joi';
import type { ClientSession } from 'mongodb';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { rows } from '../../common/mongo.ts';
import { livingSegment, storeRule } from '../../common/queries/segments.ts';
import type { Account } from '../http/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { invalid, invalidField, texts } from '../http/failures.ts';
import { integer, recordId, required, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentSegment } from '../present/segments.ts';
import { isTypeThere } from './contact-references.ts';
import { checkRule, type RuleInput, ruleInput } from './segment-rule-inputs.ts';

interface SegmentInput extends RuleInput {
  segment_name: string;
  contact_type_id: number;
}

const segmentInput = {
  segment_name: required(text()),
  contact_type_id: required(integer()),
  ...ruleInput,
};

const oneSegment = Joi.object({ segment_id: required(recordId()) });

/** What a segment's inputs say; throws a 422 with all that they refer to and that is not there or does not fit. */
async function contentOf(input: SegmentInput, account: Account, before: SegmentDocument | null) {
  const { segment_name, contact_type_id } = input;
  const [type, checked] = await Promise.all([
    isTypeThere(account.id, contact_type_id),
    checkRule(input, account, before),
  ]);
  const missing = !type && { contact_type_id: [texts.selected('contact_type_id')] };
  if (checked.wrong || missing) throw invalid({ ...missing, ...checked.wrong });
  const content = { segment_name, contact_type_id, ...checked.written, updated_at: now() };
  return { content, rule: checked.rule };
}

const fieldIsGone = () => invalidField('select_field', texts.selected('select_field'));

export const segments = {
  segmentList: endpoint<'segmentList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: Segment,
        filter: { user_id: account.id, deleted_at: null },
        present: (page) => page.map(presentSegment),
      }),
  }),

  segmentStore: endpoint<'segmentStore', SegmentInput>({
    input: Joi.object(segmentInput),
    async run(input, account) {
      const { content, rule } = await contentOf(input, account, null);
      const segment: SegmentDocument = {
        _id: await nextId('segments'),
        user_id: account.id,
        ...content,
        segment_emails_count: 0,
        deleted_at: null,
        created_at: content.updated_at,
      };
      const write = (session: ClientSession) => rows(Segment).insertOne(segment, { session });
      if (!(await storeRule(account.id, rule, write))) throw fieldIsGone();
      return true;
    },
  }),

  segmentUpdate: endpoint<'segmentUpdate', SegmentInput & { segment_id: number }>({
    input: Joi.object({ segment_id: required(recordId()), ...segmentInput }),
    async run({ segment_id: id, ...input }, account) {
      const living = livingSegment(account.id, id);
      const before = await rows(Segment).findOne(living);
      if (!before) return null;
      const { content, rule } = await contentOf(input, account, before);
      let updated: SegmentDocument | null = null;
      const write = async (session: ClientSession) => {
        updated = await rows(Segment).findOneAndUpdate(living, { $set: content }, { session });
      };
      if (!(await storeRule(account.id, rule, write))) throw fieldIsGone();
      return updated;
    },
  }),

  segmentDetails: endpoint<'segmentDetails', { segment_id: number }>({
    input: oneSegment,
    async run({ segment_id: id }, account) {
      const segment = await rows(Segment).findOne(livingSegment(account.id, id));
      return segment && presentSegment(segment);
    },
  }),

  segmentDelete: endpoint<'segmentDelete', { segment_id: number }>({
    input: oneSegment,
    run: ({ segment_id: id }, account) =>
      rows(Segment).findOneAndUpdate(livingSegment(account.id, id), { $set: { deleted_at: now() } }),
  }),
};
