import { addRecipient } from '../../common/changes/notification-recipients.ts';
import { now } from '../../common/clock.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { newVerification } from '../../common/domain/verification.ts';
import {
  NotificationRecipient,
  newNotificationRecipient,
} from '../../common/models/notification-recipients.ts';
import { isKnownAddress } from '../../common/queries/notification-recipients.ts';
import { nextId } from '../../common/store/ids.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, byIds, email, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, missingAs, nothing, required } from '../http/typed-input.ts';
import { presentNotificationRecipient } from '../present/notification-recipients.ts';

export const notificationRecipients = endpoints({
  notificationRecipientList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: NotificationRecipient.of(account.id),
        filter: {},
        present: (page) => page.map(presentNotificationRecipient),
      }),
  },

  notificationRecipientSave: {
    input: inputs({
      email_address: required(email()),
      email_owner: missingAs(required(text()), texts.ownerRequired),
    }),
    async run({ email_address, email_owner }, account, { ring, conflict }) {
      const at = now();
      const _id = await nextId('notification_recipients');
      const known = await isKnownAddress(account.id, email_address);
      const confirmation = known ? null : newVerification(at);
      const given = { _id, user_id: account.id, email_address, email_owner };
      if (!(await addRecipient(newNotificationRecipient(given, confirmation, at)))) throw conflict('full');
      if (confirmation) await ring('mail-confirmation', { recipientId: _id, userId: account.id });
      return { id: _id };
    },
  },

  notificationRecipientDelete: {
    input: byId,
    run: ({ id }, account) => NotificationRecipient.of(account.id).findOneAndDelete({ _id: id }),
  },

  notificationRecipientBulkDelete: {
    input: byIds,
    async run({ strIds: ids }, account) {
      const { deletedCount } = await NotificationRecipient.of(account.id).deleteMany({
        _id: { $in: ids },
      });
      return deletedCount > 0 || null;
    },
  },
});
