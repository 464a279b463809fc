import type { CsvEncoding } from '../../shared/csv-encoding.ts';
import { chunksOf } from '../domain/chunks.ts';
import type { AddressFinder } from '../domain/erased-addresses.ts';
import { addressesInFile } from '../erasures/addresses-in-file.ts';
import type { AddressPlace } from '../erasures/places.ts';
import { Automation } from '../models/automations.ts';
import { BulkChange } from '../models/bulk-changes.ts';
import { Contact } from '../models/contacts.ts';
import { Delivery } from '../models/deliveries.ts';
import { Enrollment } from '../models/enrollments.ts';
import { EventNote } from '../models/event-notes.ts';
import { IdempotencyKey } from '../models/idempotency-keys.ts';
import { ImportRefusal } from '../models/import-refusals.ts';
import { ImportStep } from '../models/import-steps.ts';
import { Import } from '../models/imports.ts';
import { MailLink } from '../models/mail-links.ts';
import { Message } from '../models/messages.ts';
import { MoveRows } from '../models/move-rows.ts';
import { Notice } from '../models/notices.ts';
import { SegmentRecipient } from '../models/segment-recipients.ts';
import { Segment } from '../models/segments.ts';
import { Suppression } from '../models/suppressions.ts';
import { WebhookAttempt } from '../models/webhook-attempts.ts';
import { refusalsOf } from '../queries/imports.ts';
import { keptAnswersOf, noticesOfUnsubscribes } from '../queries/keys-of-account.ts';
import { mailingsOfAccount } from '../queries/mailings-of-account.ts';
import { readUpload, UploadGone } from '../store/uploads.ts';

const AT_ONCE = 200;

/** Texts that may contain addresses: strings, lists or objects. A file goes to the finder directly, because it is too large. */
type TextsOf = (userId: number, finder: AddressFinder) => AsyncIterable<unknown>;

export const STORED_TEXTS: Readonly<Record<AddressPlace, TextsOf>> = {
  async *uploads(userId, finder) {
    for await (const { file_id, encoding } of Import.of(userId).find({ file_id: { $ne: null } })) {
      if (!file_id) continue;
      try {
        yield* addressesInFile(readUpload(userId, file_id, 0), encoding as CsvEncoding, finder);
      } catch (error) {
        if (!(error instanceof UploadGone)) throw error;
      }
    }
  },
  contacts: (user_id) =>
    Contact.of(user_id).find().hint({ user_id: 1, _id: 1 }).project({ _id: 0, user_id: 0 }),
  async *segments(user_id) {
    yield* Segment.of(user_id).find().project({ _id: 0, value: 1 });
    for (const segment_id of await Segment.of(user_id).distinct('_id')) {
      yield* SegmentRecipient.of(user_id)
        .find({ segment_id, 'by_hand.email_norm': { $gte: '' } })
        .project({
          _id: 0,
          by_hand: 1,
        });
    }
  },
  async *automations(user_id) {
    const automations = await Automation.of(user_id).distinct('_id');
    yield* Enrollment.of(user_id)
      .find({ automation_id: { $in: automations } })
      .project({ _id: 0, email_norm: 1 });
  },
  async *ledger(user_id) {
    yield* MailLink.of(user_id).find().project({ _id: 0, email: 1 });
    for (const mailings of chunksOf(await mailingsOfAccount(user_id), AT_ONCE)) {
      yield* Delivery.of(user_id)
        .find({ mailing: { $in: [...mailings] } })
        .hint({ user_id: 1, mailing: 1, email_norm: 1 })
        .project({ _id: 0, email_norm: 1 });
    }
  },
  messages: (user_id) =>
    Message.of(user_id).find().project({
      _id: 0,
      email_norm: 1,
      name: 1,
      'values.value': 1,
      'metadata.value': 1,
      'attachments.name': 1,
    }),
  async *suppressions(user_id) {
    yield* Suppression.of(user_id).find().project({ _id: 0, email_norm: 1 });
    yield* EventNote.of(user_id)
      .find({ type: 'contact.resubscribed' })
      .project({ _id: 0, 'records.lifted.email': 1 });
  },
  answers: (userId) =>
    IdempotencyKey.of(userId)
      .find({ _id: keptAnswersOf(userId) })
      .project({ _id: 0, answer: 1 }),
  webhook_calls: (userId) => WebhookAttempt.of(userId).find().project({ _id: 0, body: 1, answer: 1 }),
  notices: (userId) =>
    Notice.of(userId)
      .find({ _id: noticesOfUnsubscribes(userId) })
      .project({ _id: 0, addresses: 1 }),
  async *imports(user_id) {
    for await (const { _id, file_name } of Import.of(user_id).find().project({ file_name: 1 })) {
      yield file_name;
      yield* ImportRefusal.find(refusalsOf({ _id, user_id })).project({ _id: 0, cells: 1 });
    }
    yield* ImportStep.of(user_id).find().project({ _id: 0, changed: 1 });
    yield* MoveRows.of(user_id).find().project({ _id: 0, rows: 1 });
  },
  // A restore removes them (`hold.ts`).
  bulk_changes: (user_id) => BulkChange.of(user_id).find().project({ _id: 0, search: 1, where: 1 }),
  async *tests() {},
};
