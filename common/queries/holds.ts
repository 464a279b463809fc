import type { HoldReason } from '../../shared/hold-reasons.ts';
import { BLANK_TEMPLATE_ID } from '../data/templates.ts';
import type { AudienceRef } from '../domain/audience-refs.ts';
import { ContactType } from '../models/contact-types.ts';
import { Import, suppressionsOf } from '../models/imports.ts';
import { Segment, type SegmentDocument } from '../models/segments.ts';
import { Sender } from '../models/senders.ts';
import type { SingleSendDocument } from '../models/single-sends.ts';
import { canSendFrom } from './senders.ts';

/** A hold that delays a send by more waits for its owner (docs/rules.md 9.3). */
export const MISSED_AFTER_MS = 24 * 3600_000;

type HeldSend = Pick<
  SingleSendDocument,
  | 'user_id'
  | 'sender_id'
  | 'recipient_id'
  | 'template_id'
  | 'template_json'
  | 'template_html'
  | 'draft'
  | 'duplicate'
  | 'missed'
  | 'restored'
  | 'reopened'
  | 'due_at'
>;

/** The first reason in the order of docs/rules.md 9.2, or null. */
export async function holdOf(send: HeldSend, at: Date): Promise<HoldReason | null> {
  if (send.draft) return 'draft';
  const sender = await Sender.of(send.user_id).findOne(
    { _id: send.sender_id, deleted_at: null },
    { projection: { is_verified: 1, from_email: 1, reply_to_email: 1 } },
  );
  if (!sender) return 'sender_deleted';
  if (!(await allThere(send.user_id, send.recipient_id))) return 'recipient_deleted';
  if (!canSendFrom(sender)) return 'sender_address';
  if (sender.is_verified !== 1) return 'sender_unverified';
  if (send.template_id === BLANK_TEMPLATE_ID && !send.template_json && !send.template_html)
    return 'template_empty';
  if (send.duplicate) return 'duplicate';
  // An import long before the send is due does not hold it.
  if (send.due_at <= at && (await isImporting(send.user_id, send.recipient_id))) return 'import_running';
  if (send.missed) return 'schedule_missed';
  if (send.restored) return 'restored';
  return send.reopened ? 'closed' : null;
}

const idsIn = (refs: readonly AudienceRef[], table: AudienceRef['table']): number[] => [
  ...new Set(refs.filter((ref) => ref.table === table).map((ref) => ref.id)),
];

/** Whether each entry names a living record of the account. */
export async function allThere(userId: number, refs: readonly AudienceRef[]): Promise<boolean> {
  const [types, segments] = [idsIn(refs, 'contacts_'), idsIn(refs, 'segments_')];
  const found = await Promise.all([
    types.length && ContactType.of(userId).countDocuments({ _id: { $in: types }, deleted_at: null }),
    segments.length && Segment.of(userId).countDocuments({ _id: { $in: segments }, deleted_at: null }),
  ]);
  return found[0] === types.length && found[1] === segments.length;
}

/** Whether a file of suppressions, or of contacts for a contact type of these entries, is still being imported. */
async function isImporting(userId: number, refs: readonly AudienceRef[]): Promise<boolean> {
  const types = [
    suppressionsOf(userId),
    ...idsIn(refs, 'contacts_'),
    ...(await typesOf(userId, idsIn(refs, 'segments_'))),
  ];
  const running = await Import.of(userId).findOne(
    { contact_type_id: { $in: types }, state: { $in: ['waiting', 'running'] }, dry_run: { $ne: true } },
    { projection: { _id: 1 } },
  );
  return running !== null;
}

async function typesOf(userId: number, segments: readonly number[]): Promise<number[]> {
  if (segments.length === 0) return [];
  const found = await Segment.of(userId)
    .find({ _id: { $in: [...segments] } })
    .project<Pick<SegmentDocument, 'contact_type_id'>>({ _id: 0, contact_type_id: 1 })
    .toArray();
  return found.map((segment) => segment.contact_type_id);
}
