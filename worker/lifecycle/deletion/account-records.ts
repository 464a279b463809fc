import { subjectOfBulkChange, subjectOfType, subjectOfUndo } from '../../../common/jobs/subjects.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import { ContactChanges } from '../../../common/models/contact-changes.ts';
import { ContactCount } from '../../../common/models/contact-counts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { ImportStep } from '../../../common/models/import-steps.ts';
import { Import } from '../../../common/models/imports.ts';
import { Media } from '../../../common/models/media.ts';
import { NotificationRecipient } from '../../../common/models/notification-recipients.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { SegmentRefresh } from '../../../common/models/segment-refreshes.ts';
import { Segment } from '../../../common/models/segments.ts';
import { Sender } from '../../../common/models/senders.ts';
import { UnsubscribeCount } from '../../../common/models/unsubscribe-counts.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { WebhookAttempt } from '../../../common/models/webhook-attempts.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { refusalIds } from '../../../common/queries/imports.ts';
import { removeUpload } from '../../../common/store/uploads.ts';
import { allOf, type DeletionStep, removeAll, removeWithChildren } from './deleting.ts';
import { removeFailures } from './failures.ts';

const idsOf = (found: readonly { readonly _id: number }[]): number[] => found.map(({ _id }) => _id);

export const removeImports: DeletionStep = (deleting) =>
  removeWithChildren(
    Import,
    { user_id: deleting.userId },
    deleting,
    async (imports) => {
      for (const { _id, file_id } of imports) {
        if (file_id) await removeUpload(file_id);
        const isGone = await allOf(
          () => removeAll(ImportRefusal, { _id: refusalIds(_id) }, deleting),
          () => removeAll(ImportStep, { import_id: _id }, deleting),
          () => removeFailures([`import-${_id}`, subjectOfUndo(_id)], deleting),
        );
        if (!isGone) return false;
      }
      return true;
    },
    { file_id: 1 },
  );

export const removeMedia: DeletionStep = (deleting) =>
  removeWithChildren(
    Media,
    { user_id: deleting.userId },
    deleting,
    async (images) => {
      for (const { file_id } of images) await removeUpload(file_id);
      return true;
    },
    { file_id: 1 },
  );

export const removeSegments: DeletionStep = (deleting) =>
  removeWithChildren(Segment, { user_id: deleting.userId }, deleting, (segments) =>
    removeAll(SegmentRecipient, { segment_id: { $in: idsOf(segments) } }, deleting),
  );

export const removeContactTypes: DeletionStep = (deleting) =>
  removeWithChildren(ContactType, { user_id: deleting.userId }, deleting, (types) => {
    const ids = idsOf(types);
    const contact_type_id = { $in: ids };
    return allOf(
      () => removeAll(ContactChanges, { contact_type_id }, deleting),
      () => removeAll(ContactCount, { contact_type_id }, deleting),
      () => removeAll(SegmentRefresh, { _id: { $in: ids } }, deleting),
      () => removeFailures(ids.map(subjectOfType), deleting),
    );
  });

export const removeGroups: DeletionStep = (deleting) =>
  removeWithChildren(UnsubscribeGroup, { user_id: deleting.userId }, deleting, (groups) =>
    removeAll(UnsubscribeCount, { unsubscribe_groups_id: { $in: idsOf(groups) } }, deleting),
  );

export const removeWebhooks: DeletionStep = (deleting) =>
  removeWithChildren(Webhook, { user_id: deleting.userId }, deleting, (webhooks) => {
    const ids = idsOf(webhooks);
    return allOf(
      () => removeAll(WebhookAttempt, { webhook_id: { $in: ids } }, deleting),
      () =>
        removeFailures(
          ids.map((id) => `webhook-${id}`),
          deleting,
        ),
    );
  });

export const removeSenders: DeletionStep = (deleting) =>
  removeWithChildren(Sender, { user_id: deleting.userId }, deleting, (senders) =>
    removeFailures(
      idsOf(senders).map((id) => `sender-${id}`),
      deleting,
    ),
  );

export const removeNotificationRecipients: DeletionStep = (deleting) =>
  removeWithChildren(NotificationRecipient, { user_id: deleting.userId }, deleting, (recipients) =>
    removeFailures(
      idsOf(recipients).map((id) => `notification-recipient-${id}`),
      deleting,
    ),
  );

export const removeBulkChanges: DeletionStep = (deleting) =>
  removeWithChildren(BulkChange, { user_id: deleting.userId }, deleting, (changes) =>
    removeFailures(idsOf(changes).map(subjectOfBulkChange), deleting),
  );
