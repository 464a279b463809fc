import { now } from '../../common/clock.ts';
import type { Preview } from '../../common/compose/preview.ts';
import { contentOf } from '../../common/content/content.ts';
import { trialSourceOf, trialValuesOf } from '../../common/content/trial-mail.ts';
import { fullName } from '../../common/domain/full-name.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo/connection.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { Failure, invalidField, notRendered } from '../http/failures.ts';
import { integer, recordUtr } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { presentPreview } from '../present/previews.ts';

/** The contact whose mail is asked for; throws a 422 where the account has no such contact. */
export async function contactNamed(
  account: Account,
  id: number | undefined,
): Promise<ContactDocument | null> {
  if (id === undefined) return null;
  const contact = await rows(Contact).findOne({ ...(await livingContacts(account.id)), _id: id });
  if (!contact) throw invalidField('contact_id', texts.selected('contact_id'));
  return contact;
}

export const whoseMail = optional(integer()).description(
  'The contact whose mail it is. Without it, placeholders show their fallbacks.',
);

export const singleSendPreviews = endpoints({
  singleSendPreview: {
    input: inputs({ utr: required(recordUtr()), contact_id: whoseMail }),
    async run({ utr, contact_id }, account, { config, renderer, conflict }) {
      const send = await rows(SingleSend).findOne({ user_id: account.id, utr, deleted_at: null });
      if (!send) return null;
      const contact = await contactNamed(account, contact_id);
      const rendered = await renderer.render(send, account.id);
      if (rendered.state === 'later') throw notRendered(rendered.busy);
      if (rendered.state === 'failed') throw notRenderable(conflict('template'), rendered.problems);
      const content = await contentOf(send, rendered.looks);
      const payload = {
        source: trialSourceOf(content, { ...send, _id: mailingOfSend(send._id) }, config),
        recipient: {
          to: { address: contact?.email ?? content.from_email, name: contact ? fullName(contact) : '' },
          values: trialValuesOf(contact),
          messageId: `preview-${send.utr}@${config.messageIdDomain}`,
          date: now(),
        },
      };
      const computed = await renderer.compute('preview', payload, account.id, true);
      if (computed.state === 'later') throw notRendered(computed.busy);
      if (computed.state === 'failed') throw notRenderable(conflict('template'), computed.problems);
      return presentPreview(computed.value as Preview);
    },
  },
});

/** The 409 with what is wrong with the template as hints. */
export const notRenderable = ({ status, errors }: Failure, problems: readonly string[]): Failure =>
  new Failure(status, errors, {}, { template: problems });
