import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { newVerification } from '../../common/domain/verification.ts';
import { nextId } from '../../common/ids.ts';
import { NotificationRecipient } from '../../common/models/notification-recipients.ts';
import { rows, store } from '../../common/mongo.ts';
import { isKnownAddress } from '../../common/queries/notification-recipients.ts';
import { endpoint } from '../http/endpoint.ts';
import { texts } from '../http/failures.ts';
import { email, missingAs, recordId, recordIds, required, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentNotificationRecipient } from '../present/notification-recipients.ts';

interface RecipientInput {
  email_address: string;
  email_owner: string;
}

export const notificationRecipients = {
  notificationRecipientList: endpoint<'notificationRecipientList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: NotificationRecipient,
        filter: { user_id: account.id },
        present: (page) => page.map(presentNotificationRecipient),
      }),
  }),

  notificationRecipientSave: endpoint<'notificationRecipientSave', RecipientInput>({
    input: Joi.object({
      email_address: required(email()),
      email_owner: missingAs(required(text()), texts.ownerRequired),
    }),
    async run({ email_address, email_owner }, account, { ring }) {
      const at = now();
      const id = await nextId('notification_recipients');
      const known = await isKnownAddress(account.id, email_address);
      const confirmation = known ? null : newVerification(at);
      await store(NotificationRecipient, {
        _id: id,
        user_id: account.id,
        email_address,
        email_owner,
        confirmed_at: known ? at : null,
        confirmation,
        created_at: at,
        updated_at: at,
      });
      if (confirmation) await ring('mail-confirmation', { recipientId: id }, `${id}-${confirmation.nonce}`);
      return { id };
    },
  }),

  notificationRecipientDelete: endpoint<'notificationRecipientDelete', { id: number }>({
    input: Joi.object({ id: required(recordId()) }),
    run: ({ id }, account) => rows(NotificationRecipient).findOneAndDelete({ user_id: account.id, _id: id }),
  }),

  notificationRecipientBulkDelete: endpoint<'notificationRecipientBulkDelete', { strIds: number[] }>({
    input: Joi.object({ strIds: required(recordIds()) }),
    async run({ strIds: ids }, account) {
      const { deletedCount } = await rows(NotificationRecipient).deleteMany({
        user_id: account.id,
        _id: { $in: ids },
      });
      return deletedCount > 0 || null;
    },
  }),
};
