import { mailingOfEmail } from '../../common/domain/mailing-keys.ts';
import { Automation } from '../../common/models/automations.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalid } from '../http/failures.ts';
import { integer, recordUtr, text } from '../http/inputs.ts';
import { inputs, optional, required, type ValuesOf } from '../http/typed-input.ts';
import { presentProblem } from '../present/problems.ts';
import { mailProblems, type TrialMail } from '../services/mail-check/mail-problems.ts';
import { findSchedule } from '../services/queries/automations.ts';
import type { VersionOwner } from '../services/queries/content-versions.ts';
import { asOfVersion, earlierVersion } from './content-versions.ts';
import { SUBJECT_MAX, templateCodesOf, templateHtml, templateJson, templateText } from './template-inputs.ts';
import { contactNamed, previewOf, whoseMail } from './trial-mails.ts';
import { wrongReferences } from './wrong-references.ts';

const line = () => text({ max: SUBJECT_MAX });

/** Replaces the stored content in a preview or check: a live automation sends what is stored. */
const trialInputs = {
  utr: required(recordUtr()),
  sender_id: optional(integer()),
  subject: optional(line()),
  preheader: line().description('The text that mail readers show next to the subject; blank shows none.'),
  template_id: optional(integer()),
  template_json: templateJson,
  template_html: templateHtml,
  template_text: templateText,
};

type TrialInput = ValuesOf<typeof trialInputs>;

/** Null if the email does not exist. Throws a 422 for references that the account does not have. */
async function trialOf(
  { utr, ...given }: TrialInput,
  { id }: Account,
): Promise<(TrialMail & { readonly email_id: number }) | null> {
  const stored = await findSchedule(id, utr);
  if (!stored) return null;
  const automation = await Automation.of(id).findOne(
    { _id: stored.automation_id },
    { projection: { unsubscribe_group_id: 1 } },
  );
  const { template_id = stored.template_id, sender_id = stored.sender_id } = given;
  const wrong = await wrongReferences(id, {
    template_id,
    // A reference deleted after it was stored is not a wrong input: the check reports it.
    sender_id: sender_id === stored.sender_id ? undefined : sender_id,
    unsubscribe_group_id: undefined,
  });
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    user_id: id,
    email_id: stored._id,
    utr,
    mailing: mailingOfEmail(stored._id),
    sender_id,
    unsubscribe_group_id: automation?.unsubscribe_group_id ?? 0,
    subject: given.subject ?? stored.subject,
    preheader: given.preheader ?? stored.preheader ?? '',
    template_id,
    ...templateCodesOf(given, stored),
  };
}

export const automationEmailTrials = endpoints({
  automationSchedulePreview: {
    input: inputs({ ...trialInputs, contact_id: whoseMail, version: earlierVersion }),
    async run({ contact_id, version, ...given }, account, call) {
      const trial = await trialOf(given, account);
      if (!trial) return null;
      const of: VersionOwner = { user_id: account.id, owner: 'email', owner_id: trial.email_id };
      const mail = await asOfVersion(trial, of, version);
      if (!mail) return null;
      return previewOf(mail, await contactNamed(account, contact_id), account, call);
    },
  },

  automationScheduleCheck: {
    input: inputs(trialInputs),
    async run(given, account, call) {
      const mail = await trialOf(given, account);
      return mail && (await mailProblems(mail, account, call)).map(presentProblem);
    },
  },
});
