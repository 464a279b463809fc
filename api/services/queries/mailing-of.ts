import { mailingOfEmail, mailingOfMessage, mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Message } from '../../../common/models/messages.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { findSchedule } from './automations.ts';

/** Finds the key of a record's mailing, which may not exist yet; null for an unknown record. */
export type FindMailing = (account: { readonly id: number }, utr: string) => Promise<string | null>;

export const mailingOfSendUtr: FindMailing = async ({ id }, utr) => {
  const send = await SingleSend.of(id).findOne({ utr, deleted_at: null }, { projection: { _id: 1 } });
  return send && mailingOfSend(send._id);
};

export const mailingOfMessageUtr: FindMailing = async ({ id }, utr) => {
  const message = await Message.of(id).findOne({ utr }, { projection: { _id: 1 } });
  return message && mailingOfMessage(message._id);
};

export const mailingOfEmailUtr: FindMailing = async ({ id }, utr) => {
  const schedule = await findSchedule(id, utr);
  return schedule && mailingOfEmail(schedule._id);
};
