import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { pauseMailing, resumeMailing, stopMailings } from '../../common/queries/mailings.ts';
import { releaseSend } from '../../common/queries/restored-holds.ts';
import type { Account } from '../http/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { conflict } from '../http/failures.ts';
import { recordUtr, required } from '../http/inputs.ts';

const byUtr = Joi.object<{ utr: string }>({ utr: required(recordUtr()) });

const find = ({ id }: Account, utr: string) =>
  rows(SingleSend).findOne({ user_id: id, utr, deleted_at: null });

const notRunning = () => conflict('Single send is not running');

/** What a person can do to a send that runs (rulings 9). */
export const singleSendControl = {
  singleSendPause: endpoint<'singleSendPause', { utr: string }>({
    input: byUtr,
    async run({ utr }, account) {
      const send = await find(account, utr);
      if (!send) return null;
      if (send.status !== SEND_STATUS.running || !(await pauseMailing(mailingOfSend(send._id), 'person'))) {
        throw notRunning();
      }
      return true;
    },
  }),

  singleSendResume: endpoint<'singleSendResume', { utr: string }>({
    input: byUtr,
    async run({ utr }, account, { ring }) {
      const send = await find(account, utr);
      if (!send) return null;
      if (!(await releaseSend(send._id)) && !(await resumeMailing(mailingOfSend(send._id))))
        throw conflict('Single send is not paused');
      await ring('start-single-send', { singleSendId: send._id }, String(send._id));
      return true;
    },
  }),

  /** One that has not started never will; one that runs completes with what was sent. */
  singleSendCancel: endpoint<'singleSendCancel', { utr: string }>({
    input: byUtr,
    async run({ utr }, account, { ring }) {
      const send = await find(account, utr);
      if (!send) return null;
      const at = now();
      const { modifiedCount } = await rows(SingleSend).updateOne(
        { _id: send._id, status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] } },
        { $set: { status: SEND_STATUS.completed, hold_reason: null, completed_at: at, updated_at: at } },
      );
      if (modifiedCount === 1) return true;
      const mailing = mailingOfSend(send._id);
      if ((await stopMailings([mailing])) === 0) throw notRunning();
      await ring('finish-mailing', { mailing }, mailing);
      return true;
    },
  }),
};
