import { randomBytes, randomUUID } from 'node:crypto';
import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import { audienceRefText } from '../../common/domain/audience-refs.ts';
import { subjectOfSend } from '../../common/jobs/subjects.ts';
import {
  NOT_STARTED,
  SEND_STATUS,
  SingleSend,
  type SingleSendDocument,
} from '../../common/models/single-sends.ts';
import { holdOf } from '../../common/queries/holds.ts';
import type { Design } from '../../common/rendering/renderer.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoints } from '../http/endpoint.ts';
import { byIdsOrUtrs, byUtr, recordUtr } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required } from '../http/typed-input.ts';
import { warningsFor } from '../services/mail-check/placeholder-check.ts';
import { writeContent } from '../services/queries/content-versions.ts';
import { keepVersion } from './content-versions.ts';
import { type CheckedDesign, checkDesign } from './design-check.ts';
import { presentSends } from './present-sends.ts';
import { deleteSends } from './single-send-deletion.ts';
import { type SingleSendInput, singleSendInputs } from './single-send-inputs.ts';
import { checkSendReferences, type Schedule } from './single-send-references.ts';
import { storeDesign } from './stored-bytes.ts';
import { templateCodesOf } from './template-inputs.ts';
import { ifVersion, isOfVersion, ofVersion } from './version-condition.ts';

const living = (utr: string) => ({ utr, deleted_at: null });

const CHANGEABLE = [SEND_STATUS.initiate, SEND_STATUS.ready] as const;

type SingleSendContent = Omit<SingleSendDocument, '_id' | 'user_id' | 'utr' | 'created_at'>;

/** Stored by a create and an update alike. */
function contentOf(
  input: SingleSendInput,
  design: Design,
  schedule: Schedule,
  before: SingleSendDocument | null,
): SingleSendContent {
  return {
    ...design,
    sender_id: input.sender_id,
    unsubscribe_group_id: input.unsubscribe_group_id,
    recipient_id: input.recipient_id ?? [],
    exclude_specific_recipient_id:
      input.exclude_specific_recipient_id ?? before?.exclude_specific_recipient_id ?? [],
    single_send_name: input.single_send_name,
    subject: input.subject ?? '',
    preheader: input.preheader ?? '',
    tracking: input.tracking ?? before?.tracking ?? 1,
    ...schedule,
    ...NOT_STARTED,
    // Older workers, which do not know drafts, hold them as copies.
    ...(input.draft === 1 && { draft: true, duplicate: true }),
    unique_open_token: tokensOf(input, before),
    updated_at: now(),
  };
}

/** An entry keeps its token while it exists. */
const tokensOf = (input: SingleSendInput, before: SingleSendDocument | null): Record<string, string> =>
  Object.fromEntries(
    (input.recipient_id ?? [])
      .map(audienceRefText)
      .map((entry) => [entry, before?.unique_open_token[entry] ?? randomBytes(12).toString('base64url')]),
  );

/** Whether it may start, as far as known now; the worker checks again at the start. */
async function readied(
  userId: number,
  content: SingleSendContent,
  { empty }: CheckedDesign,
): Promise<SingleSendContent> {
  const hold = (await holdOf({ ...content, user_id: userId }, now())) ?? (empty ? 'template_empty' : null);
  return { ...content, hold_reason: hold, status: hold === null ? SEND_STATUS.ready : SEND_STATUS.initiate };
}

/** Throws a 422 with all errors. */
async function checked(
  input: SingleSendInput,
  before: SingleSendDocument | null,
  account: Account,
  { renderer, by }: Call,
): Promise<SingleSendContent> {
  const design = { template_id: input.template_id, ...templateCodesOf(input, before) };
  const found = await checkSendReferences(input, account, checkDesign(design, input, account, renderer));
  const content = { ...contentOf(input, design, found.schedule, before), saved_by: by };
  return readied(account.id, content, found.design);
}

const ringStart = ({ ring }: Call, { id: userId }: Account, singleSendId: number) =>
  ring('start-single-send', { singleSendId, userId });

export const singleSends = endpoints({
  singleSendList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: SingleSend.of(account.id),
        filter: { deleted_at: null },
        // Each has its template of up to 2 MiB.
        heavy: true,
        present: (page) => presentSends(page, account),
      }),
  },

  singleSendCreate: {
    input: inputs(singleSendInputs),
    async run(input, account, call) {
      const content = await checked(input, null, account, call);
      const send: SingleSendDocument = {
        _id: await nextId('single_sends'),
        user_id: account.id,
        utr: randomUUID(),
        ...content,
        version: 0,
        created_at: content.updated_at,
      };
      await storeDesign(account, send, null, () => SingleSend.of(account.id).insertOne(send));
      await ringStart(call, account, send._id);
      const warnings = await warningsFor(account.id, content);
      return { id: send._id, utr: send.utr, warnings, hold_reason: content.hold_reason };
    },
  },

  singleSendUpdate: {
    input: inputs({
      ...singleSendInputs,
      utr: required(recordUtr()),
      if_version: ifVersion,
      keep_version: keepVersion,
    }),
    /** An update that leaves a campaign a draft is saving it; others send it, now or at its time. */
    act({ draft, schedule_type }) {
      if (draft === 1) return 'singleSendUpdate';
      return schedule_type === 1 ? 'single_send_scheduled' : 'single_send_sent';
    },
    async run({ utr, if_version, keep_version, ...input }, account, call) {
      const before = await SingleSend.of(account.id).findOne(living(utr));
      if (!before) return null;
      if (!isOfVersion(before, if_version)) throw call.conflict('changed');
      const content = await checked(input, before, account, call);
      const version = await storeDesign(account, content, before, () =>
        writeContent({
          of: { user_id: account.id, owner: 'send', owner_id: before._id },
          before,
          after: content,
          always: keep_version === 1,
          write: (session, pinned) =>
            SingleSend.of(account.id).findOneAndUpdate(
              {
                _id: before._id,
                deleted_at: null,
                status: { $in: [...CHANGEABLE] },
                ...ofVersion(if_version ?? pinned),
              },
              { $set: content, $inc: { version: 1 } },
              {
                returnDocument: 'before',
                ...(session ? { session } : { projection: { template_json: 0, template_html: 0 } }),
              },
            ),
        }),
      );
      if (version === null) {
        const now = await SingleSend.of(account.id).findOne(
          { _id: before._id },
          { projection: { version: 1 } },
        );
        throw call.conflict(now && !isOfVersion(now, if_version) ? 'changed' : 'running');
      }
      // The change may have fixed the failure.
      await forgetFailures([subjectOfSend(before._id)]);
      await ringStart(call, account, before._id);
      const warnings = await warningsFor(account.id, content);
      return { utr, warnings, version, hold_reason: content.hold_reason };
    },
  },

  singleSendDetails: {
    input: byUtr,
    async run({ utr }, account) {
      const send = await SingleSend.of(account.id).findOne(living(utr));
      return send && presentSends([send], account);
    },
  },

  singleSendDuplicate: {
    input: byUtr,
    async run({ utr }, account) {
      const original = await SingleSend.of(account.id).findOne(living(utr));
      if (!original) return null;
      const at = now();
      const entries = Object.keys(original.unique_open_token);
      const copy: SingleSendDocument = {
        ...original,
        _id: await nextId('single_sends'),
        utr: randomUUID(),
        single_send_name: `Copy of ${original.single_send_name}`,
        unique_open_token: Object.fromEntries(
          entries.map((entry) => [entry, randomBytes(12).toString('base64url')]),
        ),
        ...NOT_STARTED,
        duplicate: true,
        last_test: null,
        version: 0,
        created_at: at,
        updated_at: at,
      };
      const hold_reason = await holdOf(copy, at);
      await storeDesign(account, copy, null, () =>
        SingleSend.of(account.id).insertOne({ ...copy, hold_reason }),
      );
      return { id: copy._id, utr: copy.utr };
    },
  },

  singleSendDelete: {
    input: byUtr,
    run: ({ utr }, account, { ring }) => deleteSends(account, { utrs: [utr], ids: [] }, ring),
  },

  singleSendBulkDelete: {
    input: byIdsOrUtrs,
    run: ({ strIds }, account, { ring }) =>
      deleteSends(
        account,
        { utrs: strIds, ids: strIds.filter((text) => /^\d{1,15}$/.test(text)).map(Number) },
        ring,
      ),
  },
});
