import { now } from '../../common/clock.ts';
import type { Preview } from '../../common/compose/preview.ts';
import { contentOf } from '../../common/content/content.ts';
import { trialSourceOf, trialValuesOf } from '../../common/content/trial-mail.ts';
import { fullName } from '../../common/domain/full-name.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import type { Account } from '../http/account.ts';
import type { Service } from '../http/endpoint.ts';
import { type Failure, invalidField, notRendered } from '../http/failures.ts';
import { integer } from '../http/inputs.ts';
import { optional } from '../http/typed-input.ts';
import { presentPreview } from '../present/previews.ts';
import type { TrialMail } from '../services/mail-check/mail-problems.ts';
import { designOf, notRenderable } from './rendered-looks.ts';

/** Throws a 422 if the account has no such contact. */
export async function contactNamed(
  account: Account,
  id: number | undefined,
): Promise<ContactDocument | null> {
  if (id === undefined) return null;
  const contact = await Contact.of(account.id).findOne({ ...(await livingContacts(account.id)), _id: id });
  if (!contact) throw invalidField('contact_id', texts.selected('contact_id'));
  return contact;
}

export const whoseMail = optional(integer()).description(
  'The contact whose mail to show. Without it, placeholders show their fallbacks.',
);

type PreviewCall = Pick<Service, 'config' | 'renderer'> & {
  readonly conflict: (which: 'template') => Failure;
};

/** Without a contact, placeholders show their fallbacks. Throws if the template cannot be rendered, or not now. */
export async function previewOf(
  mail: TrialMail,
  contact: ContactDocument | null,
  account: Account,
  { config, renderer, conflict }: PreviewCall,
) {
  const content = await contentOf(mail, await designOf(mail, account.id, { renderer, conflict }));
  const payload = {
    source: trialSourceOf(content, { ...mail, _id: mail.mailing }, config),
    recipient: {
      to: { address: contact?.email ?? content.from_email, name: contact ? fullName(contact) : '' },
      values: trialValuesOf(contact),
      messageId: `preview-${mail.utr}@${config.messageIdDomain}`,
      date: now(),
    },
  };
  const computed = await renderer.compute('preview', payload, account.id, true);
  if (computed.state === 'later') throw notRendered(computed.busy);
  if (computed.state === 'failed') throw notRenderable(conflict('template'), computed.problems);
  return presentPreview(computed.value as Preview);
}
