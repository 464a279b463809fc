import { automationOwner } from './automations/mailing-owner.ts';
import type { OwnerOf } from './delivery/mailing-owner.ts';
import { singleSendOwner } from './single-sends/mailing-owner.ts';

/** Each mailing belongs to a single send or to an email of an automation. */
export const ownerOf: OwnerOf = ({ single_send_id }) =>
  single_send_id === null ? automationOwner : singleSendOwner;
