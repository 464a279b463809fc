import { subjectOfType, subjectOfUndo } from '../../../common/jobs/subjects.ts';
import { ContactChanges } from '../../../common/models/contact-changes.ts';
import { ContactCount } from '../../../common/models/contact-counts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { ImportStep } from '../../../common/models/import-steps.ts';
import { Import } from '../../../common/models/imports.ts';
import { Media } from '../../../common/models/media.ts';
import { MoveRows, moveRowsOf } from '../../../common/models/move-rows.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { SegmentRefresh } from '../../../common/models/segment-refreshes.ts';
import { Segment } from '../../../common/models/segments.ts';
import { UnsubscribeCount } from '../../../common/models/unsubscribe-counts.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { WebhookAttempt } from '../../../common/models/webhook-attempts.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { refusalsOf } from '../../../common/queries/imports.ts';
import type { AccountCollection } from '../../../common/store/collection.ts';
import { removeUpload } from '../../../common/store/uploads.ts';
import { allOf, type DeletionStep, removeAll, removeFailures, removeWithChildren } from './deleting.ts';

const idsOf = (found: readonly { readonly _id: number }[]): number[] => found.map(({ _id }) => _id);

/** Removes the account's records of a model, the failures of their jobs first. */
export const withFailures =
  <Owned extends { _id: number; user_id: number }>(
    model: AccountCollection<Owned>,
    subjectOf: (id: number) => string,
  ): DeletionStep =>
  (deleting) =>
    removeWithChildren(model, {}, deleting, (found) => removeFailures(idsOf(found).map(subjectOf), deleting));

export const removeImports: DeletionStep = (deleting) =>
  removeWithChildren(
    Import,
    {},
    deleting,
    async (imports) => {
      for (const { _id, file_id } of imports) {
        if (file_id) await removeUpload(deleting.userId, file_id);
        const isGone = await allOf(
          () => removeAll(ImportRefusal, refusalsOf({ _id, user_id: deleting.userId }), deleting),
          () => removeAll(ImportStep.of(deleting.userId), { import_id: _id }, deleting),
          () => removeAll(MoveRows.of(deleting.userId), moveRowsOf(_id), deleting),
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
    {},
    deleting,
    async (images) => {
      for (const { file_id } of images) await removeUpload(deleting.userId, file_id);
      return true;
    },
    { file_id: 1 },
  );

export const removeSegments: DeletionStep = (deleting) =>
  removeWithChildren(Segment, {}, deleting, (segments) =>
    removeAll(SegmentRecipient.of(deleting.userId), { segment_id: { $in: idsOf(segments) } }, deleting),
  );

export const removeContactTypes: DeletionStep = (deleting) =>
  removeWithChildren(ContactType, {}, deleting, (types) => {
    const ids = idsOf(types);
    const contact_type_id = { $in: ids };
    return allOf(
      () => removeAll(ContactChanges.of(deleting.userId), { contact_type_id }, deleting),
      () => removeAll(ContactCount, { contact_type_id }, deleting),
      () => removeAll(SegmentRefresh, { _id: { $in: ids } }, deleting),
      () => removeFailures(ids.map(subjectOfType), deleting),
    );
  });

export const removeGroups: DeletionStep = (deleting) =>
  removeWithChildren(UnsubscribeGroup, {}, deleting, (groups) =>
    removeAll(UnsubscribeCount, { unsubscribe_groups_id: { $in: idsOf(groups) } }, deleting),
  );

export const removeWebhooks: DeletionStep = (deleting) =>
  allOf(
    () =>
      removeWithChildren(Webhook, {}, deleting, (webhooks) =>
        removeFailures(
          idsOf(webhooks).map((id) => `webhook-${id}`),
          deleting,
        ),
      ),
    // Also those of webhooks that were deleted before.
    () => removeAll(WebhookAttempt.of(deleting.userId), {}, deleting),
  );
