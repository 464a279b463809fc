import { automationOwner } from './automations/mailing-owner.ts';
import type { OwnerOf } from './sending/delivery/mailing-owner.ts';
import { messageOwner } from './sending/messages/mailing-owner.ts';
import { singleSendOwner } from './sending/single-sends/mailing-owner.ts';

/** Each mailing belongs to a single send, to a single message or to an email of an automation. */
export const ownerOf: OwnerOf = ({ single_send_id, message_id }) => {
  if (message_id !== undefined) return messageOwner;
  return single_send_id === null ? automationOwner : singleSendOwner;
};
