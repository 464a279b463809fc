import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { askForEngagement } from '../../common/changes/engagement-dates.ts';
import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { subjectOfBulkChange } from '../../common/jobs/subjects.ts';
import {
  BULK_ACTIONS,
  BulkChange,
  type BulkChangeDocument,
  type FurtherFilters,
  GIVEN_UP_BULK,
  KEPT_DAYS,
  UNBEGUN_BULK,
  UNENDED_BULK,
  UNSTARTED_BULK,
} from '../../common/models/bulk-changes.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import { asksForEngagement } from '../../common/queries/segment-filter.ts';
import { livingSegment } from '../../common/queries/segments.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { byId, integerFrom, oneOf, recordId, recordIds } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required, type ValuesOf } from '../http/typed-input.ts';
import { presentBulkChange } from '../present/bulk-changes.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import { contactFilters, ruleGiven } from './contact-filters.ts';
import { isTypeThere } from './contact-references.ts';
import { doneBy } from './opt-out-lists.ts';
import { tagInput } from './tag-inputs.ts';

/** Bulk changes of an account under way. */
const MOST = 3;
/** Hours from its creation to its start. */
const START_HOURS = 24;
const HOUR_MS = 3600_000;
/** In seconds. */
const MOST_UNDO = 3600;

// A change has a segment and a tag of its own.
const { contact_type_id: _type, segment_id: inSegment, tag: hasTag, ...otherFilters } = contactFilters;

const saveInput = {
  action: required(oneOf(BULK_ACTIONS))
    .description(
      '`delete` deletes the contacts. `unsubscribe` unsubscribes them from a group, `unsubscribe_all` from all mails. `segment_add` adds them to a segment by hand. ' +
        '`segment_remove` removes them from it. `tag_add` gives them a tag, and `tag_remove` removes it.',
    )
    .example('delete'),
  ...otherFilters,
  contact_ids: optional(recordIds())
    .description('Only these contacts; a list without an existing contact is refused.')
    .example([12, 13]),
  contact_type_id: optional(recordId()).description(
    'Only contacts of this contact type. Without it, a segment action uses the contact type of the segment.',
  ),
  in_segment_id: inSegment.example(5),
  has_tag: hasTag,
  segment_id: optional(recordId()).description('Required for `segment_add` and `segment_remove`.'),
  unsubscribe_groups_id: optional(recordId()).description('Required for `unsubscribe`.'),
  tag: tagInput().description('Required for `tag_add` and `tag_remove`.').example('vip'),
};

const undoSeconds = integerFrom(0, MOST_UNDO)
  .description(
    'Seconds to wait before the first change, in which a person can cancel by `contacts/bulk/cancel`; 0 by default.',
  )
  .example(10);

type SaveInput = ValuesOf<typeof saveInput>;
type BulkTarget = Pick<
  BulkChangeDocument,
  | 'action'
  | 'search'
  | 'contact_ids'
  | 'contact_type_id'
  | 'where'
  | 'segment_id'
  | 'unsubscribe_groups_id'
  | 'tag'
>;

/** Inputs of changes with the names of filters of `contacts/find`, and the filters. Taken for a filter, they would choose all contacts. */
const MISTAKABLE = [
  ['segment_id', 'in_segment_id'],
  ['tag', 'has_tag'],
] as const;

/** All references must exist. */
async function targetOf(input: SaveInput, account: Account): Promise<BulkTarget> {
  const { action, search, contact_ids, contact_type_id, segment_id, unsubscribe_groups_id, tag } = input;
  const needed = NEEDED[action];
  if (needed && input[needed] === undefined) throw invalidField(needed, texts.required(needed));
  for (const [name, filter] of MISTAKABLE)
    if (input[name] !== undefined && needed !== name)
      throw invalidField(name, texts.selected(name), `Only contacts of such a filter: \`${filter}\`.`);
  const wrong = (name: string) => invalidField(name, texts.selected(name));
  if (contact_type_id !== undefined && !(await isTypeThere(account.id, contact_type_id)))
    throw wrong('contact_type_id');
  const segment = await segmentNamed('segment_id', segment_id, account);
  if (unsubscribe_groups_id !== undefined && !(await isGroupThere(account.id, unsubscribe_groups_id)))
    throw wrong('unsubscribe_groups_id');
  const ofSegment = needed === 'segment_id' ? segment!.contact_type_id : undefined;
  if (contact_ids !== undefined && !(await hasContact(account.id, contact_ids))) throw wrong('contact_ids');
  if (ofSegment !== undefined && (contact_type_id ?? ofSegment) !== ofSegment) throw wrong('contact_type_id');
  return {
    action,
    search: search ?? null,
    ...(contact_ids !== undefined && { contact_ids }),
    ...(await furtherFilters(input, account)),
    contact_type_id: contact_type_id ?? ofSegment ?? null,
    segment_id: needed === 'segment_id' ? segment_id! : null,
    unsubscribe_groups_id: needed === 'unsubscribe_groups_id' ? unsubscribe_groups_id! : null,
    ...(needed === 'tag' && { tag: tag! }),
  };
}

async function segmentNamed(
  input: 'segment_id' | 'in_segment_id',
  id: number | undefined,
  account: Account,
): Promise<SegmentDocument | null> {
  if (id === undefined) return null;
  const segment = await Segment.of(account.id).findOne(livingSegment(account.id, id));
  if (!segment) throw invalidField(input, texts.selected(input));
  return segment;
}

/** Throws a 422 for a segment that does not exist, or an invalid rule. */
async function furtherFilters(input: SaveInput, account: Account): Promise<Pick<BulkTarget, 'where'>> {
  const { email, status, in_segment_id, has_tag } = input;
  const segment = await segmentNamed('in_segment_id', in_segment_id, account);
  const rule = (await ruleGiven(input, account))?.written;
  const where: FurtherFilters = {
    ...(email !== undefined && { email_norm: normalizeAddress(email) }),
    ...(status !== undefined && { status }),
    ...(segment && { segment_id: segment._id, segment_version: segment.version }),
    ...(has_tag !== undefined && { tag: has_tag }),
    ...(rule && { rule }),
  };
  return Object.keys(where).length === 0 ? {} : { where };
}

const NEEDED = {
  delete: null,
  unsubscribe: 'unsubscribe_groups_id',
  unsubscribe_all: null,
  segment_add: 'segment_id',
  segment_remove: 'segment_id',
  tag_add: 'tag',
  tag_remove: 'tag',
} as const;

const hasContact = async (userId: number, ids: readonly number[]): Promise<boolean> =>
  (await Contact.of(userId).findOne(
    { ...(await livingContacts(userId)), _id: { $in: [...ids] } },
    { projection: { _id: 1 } },
  )) !== null;

async function lastContact(user_id: number): Promise<number> {
  const last = await Contact.of(user_id).findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
  return last?._id ?? 0;
}

/** See docs/rules.md 22. */
export const bulkChanges = endpoints({
  bulkChangeList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: BulkChange.of(account.id),
        filter: {},
        fields: { step: 0, contact_ids: 0, where: 0 },
        present: (page) => page.map(presentBulkChange),
      }),
  },

  bulkChangeSave: {
    input: inputs(saveInput),
    async run(input, account, { by, ring, conflict }) {
      const target = await targetOf(input, account);
      if (asksForEngagement(target.where?.rule?.select_field ?? []) && (await askForEngagement(account.id)))
        await ring('record-engagement', { userId: account.id });
      const at = now();
      const bulkChangeId = await nextId('bulk_changes');
      const change: BulkChangeDocument = {
        _id: bulkChangeId,
        user_id: account.id,
        ...target,
        ...doneBy({ by }),
        state: 'counting',
        failure: null,
        last: await lastContact(account.id),
        after: 0,
        matched: 0,
        done: 0,
        lease_token: null,
        lease_until: null,
        created_at: at,
        updated_at: at,
        finished_at: null,
        expires_at: new Date(at.getTime() + START_HOURS * HOUR_MS),
      };
      const bound = { rows: BulkChange.of(account.id), filter: UNENDED_BULK, most: MOST };
      if (!(await insertBounded(bound, change))) throw conflict('busy');
      await ring('bulk-change', { bulkChangeId, userId: account.id });
      return { id: bulkChangeId };
    },
  },

  bulkChangeDetails: {
    input: byId,
    async run({ id }, account) {
      const found = await BulkChange.of(account.id).findOne({ _id: id });
      return found && presentBulkChange(found);
    },
  },

  bulkChangeStart: {
    input: inputs({ id: required(recordId()), undo_seconds: undoSeconds }),
    async run({ id, undo_seconds: wait = 0 }, account, { ring, conflict }) {
      const own = { _id: id };
      const at = now();
      const waits_until = new Date(at.getTime() + wait * 1000);
      const started = await BulkChange.of(account.id).findOneAndUpdate(
        { ...own, $or: [{ state: 'ready' }, GIVEN_UP_BULK] },
        { $set: { state: 'running', failure: null, updated_at: at, expires_at: null, waits_until } },
      );
      if (!started) {
        const found = await BulkChange.of(account.id).findOne(own, { projection: { state: 1 } });
        if (!found) return null;
        if (found.state === 'counting') throw conflict('counting');
        if (found.state !== 'running') throw conflict('ended');
      }
      await forgetFailures([subjectOfBulkChange(id)]);
      // The sweep rings for a waiting change.
      if (wait === 0) await ring('bulk-change', { bulkChangeId: id, userId: account.id });
      return true;
    },
  },

  bulkChangeCancel: {
    input: byId,
    async run({ id }, account, { conflict }) {
      const own = { _id: id };
      const at = now();
      const kept = new Date(at.getTime() + KEPT_DAYS * 24 * HOUR_MS);
      // No contact was changed, and none will be: a worker stores a step only while the change is running.
      const cancelled = await BulkChange.of(account.id).findOneAndUpdate(
        { ...own, $or: [UNSTARTED_BULK, UNBEGUN_BULK, GIVEN_UP_BULK] },
        [
          {
            $set: {
              state: 'cancelled',
              search: null,
              where: null,
              finished_at: at,
              updated_at: at,
              expires_at: { $ifNull: ['$expires_at', kept] },
            },
          },
        ],
      );
      if (cancelled) return true;
      // A change that has begun ends after its current step, which counts.
      const stopped = await BulkChange.of(account.id).findOneAndUpdate(
        { ...own, state: 'running' },
        { $set: { stop: true } },
      );
      if (stopped) return true;
      if (!(await BulkChange.of(account.id).findOne(own, { projection: { _id: 1 } }))) return null;
      throw conflict('ended');
    },
  },
});
