import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import type { DraftSource } from '../compose/compile-mail.ts';
import type { Config } from '../config.ts';
import type { MailingContent } from '../models/mailings.ts';
import { type ContactFields, valuesOf } from '../queries/contact-values.ts';
import { type HeaderSource, mailSourceOf } from './mail-source.ts';

/** Like the send's source, but without tracking, provider's campaign (`Feedback-ID`) and references to a delivery. */
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

/** A map passes between processes. Null: no contact, no values. */
export function trialValuesOf(contact: ContactFields | null): Map<string, string> {
  if (contact === null) return new Map();
  const values = valuesOf(contact);
  const names = [...CONTACT_FIELD_NAMES, 'fullname', ...Object.keys(contact.custom_field)];
  return new Map(names.map((name) => [name, values.get(name) ?? '']));
}
