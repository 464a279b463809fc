import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import type { DraftSource } from '../compose/compile-mail.ts';
import type { Config } from '../config.ts';
import type { MailingContent } from '../models/mailings.ts';
import { type ContactFields, valuesOf } from '../queries/contact-values.ts';
import { type HeaderSource, mailSourceOf } from './mail-source.ts';

/**
 * What a mail of this content is compiled from when it is a test or a preview: like the mail of the send, but it is not tracked, no
 * provider counts it as one of the send (`Feedback-ID`), and nothing in it finds a delivery.
 */
export function trialSourceOf(content: MailingContent, named: HeaderSource, config: Config): DraftSource {
  const { headers = [], ...source } = mailSourceOf(content, named, content.text ?? null, config, []);
  return {
    ...source,
    tracking: false,
    unsubscribeDomain: null,
    references: [],
    headers: headers.filter(({ name }) => name !== 'Feedback-ID'),
  };
}

/** The values of a contact as a map, which passes between processes; without a contact, none. */
export function trialValuesOf(contact: ContactFields | null): Map<string, string> {
  if (contact === null) return new Map();
  const values = valuesOf(contact);
  const names = [...CONTACT_FIELD_NAMES, 'fullname', ...Object.keys(contact.custom_field)];
  return new Map(names.map((name) => [name, values.get(name) ?? '']));
}
