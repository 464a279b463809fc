import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { type Problem, problem } from '../../common/mail-check/problems.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoints } from '../http/endpoint.ts';
import { Failure } from '../http/failures.ts';
import { byUtr, recordUtr } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { presentProblem } from '../present/problems.ts';
import { audienceProblems, type CheckedAudience } from '../services/mail-check/audience-problems.ts';
import { mailProblems } from '../services/mail-check/mail-problems.ts';
import type { VersionOwner } from '../services/queries/content-versions.ts';
import { asOfVersion, earlierVersion } from './content-versions.ts';
import { contactNamed, previewOf, whoseMail } from './trial-mails.ts';

async function trialOf(utr: string, { id }: Account) {
  const send = await SingleSend.of(id).findOne({ utr, deleted_at: null });
  return send && { ...send, mailing: mailingOfSend(send._id) };
}

/** A check whose audience cannot be read now still answers with those of the mail. */
async function problemsOfAudience(
  send: CheckedAudience,
  account: Account,
  { questions, signal, config }: Call,
): Promise<Problem[]> {
  try {
    return await questions.ask(account, 'utr', signal, ({ countingMs }) => {
      const until = performance.now() + countingMs;
      return audienceProblems(send, config.hygieneDir, () => performance.now() >= until || signal.aborted);
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [problem('not_checked', 'audience', 'The addresses of the audience could not be read now.')];
  }
}

export const singleSendTrials = endpoints({
  singleSendCheck: {
    input: byUtr,
    async run({ utr }, account, call) {
      const trial = await trialOf(utr, account);
      if (!trial) return null;
      const [ofMail, ofAudience] = await Promise.all([
        mailProblems(trial, account, call),
        problemsOfAudience(trial, account, call),
      ]);
      return [...ofMail, ...ofAudience].map(presentProblem);
    },
  },
  singleSendPreview: {
    input: inputs({ utr: required(recordUtr()), contact_id: whoseMail, version: earlierVersion }),
    async run({ utr, contact_id, version }, account, call) {
      const trial = await trialOf(utr, account);
      if (!trial) return null;
      const of: VersionOwner = { user_id: account.id, owner: 'send', owner_id: trial._id };
      const mail = await asOfVersion(trial, of, version);
      if (!mail) return null;
      return previewOf(mail, await contactNamed(account, contact_id), account, call);
    },
  },
});
