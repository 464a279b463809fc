import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { byUtr, recordUtr } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { presentProblem } from '../present/problems.ts';
import { mailProblems } from '../services/mail-check/mail-problems.ts';
import { contactNamed, previewOf, whoseMail } from './trial-mails.ts';

async function trialOf(utr: string, { id }: Account) {
  const send = await SingleSend.of(id).findOne({ utr, deleted_at: null });
  return send && { ...send, mailing: mailingOfSend(send._id) };
}

export const singleSendTrials = endpoints({
  singleSendCheck: {
    input: byUtr,
    async run({ utr }, account, call) {
      const trial = await trialOf(utr, account);
      if (!trial) return null;
      return (await mailProblems(trial, account, call)).map(presentProblem);
    },
  },
  singleSendPreview: {
    input: inputs({ utr: required(recordUtr()), contact_id: whoseMail }),
    async run({ utr, contact_id }, account, call) {
      const trial = await trialOf(utr, account);
      if (!trial) return null;
      return previewOf(trial, await contactNamed(account, contact_id), account, call);
    },
  },
});
