import { isEmailMailing } from '../common/domain/mailing-keys.ts';
import { giveUpEmail } from './automations/give-up.ts';
import { automationOwner } from './automations/mailing-owner.ts';
import type { MailingOwners } from './sending/delivery/mailing-owner.ts';
import { messageOwner } from './sending/messages/mailing-owner.ts';
import { giveUpSend } from './sending/single-sends/give-up.ts';
import { singleSendOwner } from './sending/single-sends/mailing-owner.ts';

export const MAILING_OWNERS: MailingOwners = {
  of({ single_send_id, message_id }) {
    if (message_id !== undefined) return messageOwner;
    return single_send_id === null ? automationOwner : singleSendOwner;
  },
  giveUp(userId, key, failure, worker) {
    const id = Number(key.slice(key.indexOf('-') + 1));
    return isEmailMailing(key)
      ? giveUpEmail(userId, id, failure, worker)
      : giveUpSend(userId, id, failure, worker);
  },
};
