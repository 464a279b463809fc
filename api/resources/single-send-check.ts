import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { endpoints } from '../http/endpoint.ts';
import { byUtr } from '../http/inputs.ts';
import { presentProblem } from '../present/problems.ts';
import { mailProblems } from '../services/mail-check/mail-problems.ts';

export const singleSendChecks = endpoints({
  singleSendCheck: {
    input: byUtr,
    async run({ utr }, account, call) {
      const send = await SingleSend.findOne({ user_id: account.id, utr, deleted_at: null });
      if (!send) return null;
      const found = await mailProblems({ ...send, mailing: mailingOfSend(send._id) }, account, call);
      return found.map(presentProblem);
    },
  },
});
