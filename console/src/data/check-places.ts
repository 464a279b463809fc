import type { MailProblem } from '../../../client/src/index.ts';

/** Sections of the page where a mail is written. */
export type MailPart = 'sender' | 'audience' | 'subject' | 'content';
/** Where a person fixes what a check found: a section of the mail's page, or another page. */
export type CheckPlace = MailPart | 'senders' | 'domains' | 'contacts';

/** Null: there is nothing to fix in the console. */
const PLACES: Readonly<Record<MailProblem['code'], CheckPlace | null>> = {
  sender_deleted: 'sender',
  sender_unverified: 'senders',
  sender_address: 'senders',
  sender_unsigned: 'domains',
  from_free_mail: 'senders',
  from_protected: 'domains',
  dns_record: 'domains',
  account_complaints: 'contacts',
  account_bounces: 'contacts',
  audience_doubtful: 'contacts',
  audience_unmailed: 'audience',
  template_empty: 'content',
  template_failed: 'content',
  size_clipped: 'content',
  text_missing: 'content',
  // A footer is added.
  unsubscribe_missing: null,
  address_missing: null,
  placeholder_unknown: 'content',
  placeholder_foreign: 'content',
  link_invalid: 'content',
  link_broken: 'content',
  link_silent: 'content',
  link_private: 'content',
  links_unchecked: null,
  link_text_foreign: 'content',
  link_text_tracked: 'content',
  link_shortened: 'content',
  link_program: 'content',
  subject_long: 'subject',
  subject_loud: 'subject',
  image_broken: 'content',
  image_missing: 'content',
  image_unreachable: 'content',
  script_in_mail: 'content',
  form_in_mail: 'content',
  text_damaged: 'content',
  text_contrast: 'content',
  text_hidden: 'content',
  default_text: 'content',
  image_text_missing: 'content',
  client_support: 'content',
  spam_score: 'content',
  // Check again later.
  not_checked: null,
};

/** Where a finding is fixed. A service that is newer than this page may have further codes. */
export const placeOfProblem = ({ code, where }: Pick<MailProblem, 'code' | 'where'>): CheckPlace | null =>
  where === 'subject' || where === 'preheader' ? 'subject' : (PLACES[code] ?? null);
