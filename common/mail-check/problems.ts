/** error: the mail is not sent, or recipients cannot use it · warning: it is sent, and its author may want to change it. */
export const PROBLEM_LEVELS = ['error', 'warning'] as const;
type ProblemLevel = (typeof PROBLEM_LEVELS)[number];

interface CheckTraits {
  readonly level: ProblemLevel;
  readonly when: string;
}

/** The names are part of the API: they never change. */
export const CHECK_CODES = Object.freeze({
  sender_deleted: { level: 'error', when: 'The sender was deleted.' },
  sender_unverified: { level: 'error', when: 'The sender is not verified.' },
  sender_address: {
    level: 'error',
    when: 'An address of the sender has non-ASCII characters before the @.',
  },
  sender_unsigned: {
    level: 'warning',
    when: 'No key of the account or of the service signs mails of the sender’s domain.',
  },
  from_free_mail: {
    level: 'error',
    when: 'The sender’s address is one of a provider of free mailboxes, such as gmail.com, which alone can sign its mails.',
  },
  from_protected: {
    level: 'error',
    when: 'The sender’s domain asks receivers to refuse mails that it did not sign (DMARC), and no key of it signs these.',
  },
  dns_record: {
    level: 'warning',
    when: 'A DNS record of the sending domain is missing, wrong or could not be read.',
  },
  account_complaints: {
    level: 'warning',
    when: 'At least 0.1 % of the recipients of the account’s mails in 24 hours or 7 days reported spam. At 0.3 % its campaigns are paused.',
  },
  account_bounces: {
    level: 'warning',
    when: 'At least 5 % of the account’s mails in 24 hours or 7 days went to mailboxes that do not exist. At 10 % its campaigns are paused.',
  },
  audience_doubtful: {
    level: 'warning',
    when: 'More than 2 % of the first 10,000 recipients have a typing error of a large domain, or an address of a role or a disposable domain.',
  },
  audience_unmailed: {
    level: 'warning',
    when: 'More than 1,000 of the first 10,000 recipients got none of the last 20 campaigns.',
  },
  template_empty: { level: 'error', when: 'The mail shows only its footer.' },
  template_failed: {
    level: 'error',
    when: 'The template cannot be rendered: for example, a comment, style sheet or text area has no end.',
  },
  size_clipped: {
    level: 'warning',
    when: 'The HTML exceeds 102 kB (104,448 bytes), so Gmail cuts it off, with the footer.',
  },
  text_missing: {
    level: 'warning',
    when: 'The template has no text for a plain-text part.',
  },
  unsubscribe_missing: {
    level: 'warning',
    when: 'The template has no visible link to `((unsubscribe_preferences))`; a footer with the link is added.',
  },
  address_missing: {
    level: 'warning',
    when: 'The template has no visible `((sender_address))`; a footer with the address is added.',
  },
  placeholder_unknown: {
    level: 'warning',
    when: 'A placeholder names no field of contacts or the sender, so it is empty.',
  },
  placeholder_foreign: {
    level: 'warning',
    when: 'A placeholder of another tool is shown as text: `{{name}}`, `*|NAME|*`, `%%name%%` or `[[name]]`.',
  },
  link_invalid: {
    level: 'error',
    when: 'The address of a link is empty, invalid, or has a scheme that mail clients remove.',
  },
  link_broken: {
    level: 'warning',
    when: 'A link answers 404, 410 or a server error, or its host does not exist.',
  },
  link_silent: {
    level: 'warning',
    when: 'The server of a link cannot be reached or is too slow.',
  },
  link_private: {
    level: 'warning',
    when: 'A link or its redirect leads to an address or port that is not public.',
  },
  links_unchecked: {
    level: 'warning',
    when: 'The time was too short for some links, or the mail has more than 50.',
  },
  link_text_foreign: {
    level: 'error',
    when: 'The text of a link names another site than the one to which it leads.',
  },
  link_text_tracked: {
    level: 'warning',
    when: 'The text of a link is an address, and the click goes through the host that counts clicks.',
  },
  link_shortened: {
    level: 'warning',
    when: 'A link goes through a service that hides its target, such as bit.ly.',
  },
  link_program: {
    level: 'warning',
    when: 'A link leads to a program or an archive of programs, such as an .exe file.',
  },
  subject_long: { level: 'warning', when: 'The subject has more than 120 characters.' },
  subject_loud: { level: 'warning', when: 'The subject is in capitals, or has rows of exclamation marks.' },
  image_broken: {
    level: 'error',
    when: 'An image answers 404 or 410, or its host does not exist.',
  },
  image_missing: {
    level: 'error',
    when: 'An image has no address, or only the placeholder image of an editor.',
  },
  image_unreachable: {
    level: 'error',
    when: 'No recipient can load an image, also of a background or style sheet: its address is relative, local or private, or has a scheme such as `cid:` or `file:`.',
  },
  script_in_mail: {
    level: 'warning',
    when: 'The template has a script, a frame, an event handler or AMP, which mail clients remove.',
  },
  form_in_mail: {
    level: 'warning',
    when: 'The template has a form or its fields, which many mail clients remove or warn about.',
  },
  text_damaged: {
    level: 'warning',
    when: 'A text has characters of a wrong encoding, such as `�` or `Ã¤`.',
  },
  text_contrast: {
    level: 'warning',
    when: 'A text can hardly be read: its contrast to the background is below 3 to 1 (WCAG asks for 4.5 to 1).',
  },
  text_hidden: {
    level: 'warning',
    when: 'A text has the size 0 or is hidden from all readers. A hidden preview at the beginning is no problem.',
  },
  default_text: {
    level: 'warning',
    when: 'A text of an editor or a template was not replaced, such as “Lorem ipsum”.',
  },
  image_text_missing: {
    level: 'warning',
    when: 'An image has no attribute `alt`, which describes it to people who do not see it. Use `alt=""` for decoration.',
  },
  client_support: {
    level: 'warning',
    when: 'Big mail clients do not show some HTML, CSS or image format of the template (caniemail.com).',
  },
  spam_score: {
    level: 'warning',
    when: 'The spam filter (`SPAM_CHECK_URL`) classifies the mail as spam; the text has points and rules.',
  },
  not_checked: { level: 'warning', when: 'A check could not be made; the text says which and why.' },
} as const satisfies Readonly<Record<string, CheckTraits>>);

export type CheckCode = keyof typeof CHECK_CODES;
export const CHECK_CODE_NAMES = Object.keys(CHECK_CODES) as readonly CheckCode[];

export interface Problem {
  readonly level: ProblemLevel;
  readonly code: CheckCode;
  /** For the author: the problem, and how to fix it. */
  readonly text: string;
  /** `sender`, `audience`, `subject`, `preheader`, `template`, the host of a DNS record, or the address of a link or image. */
  readonly where: string;
}

const WHERE_MOST = 500;

export const problem = (code: CheckCode, where: string, text: string): Problem => ({
  level: CHECK_CODES[code].level,
  code,
  text,
  where: where.length > WHERE_MOST ? `${where.slice(0, WHERE_MOST)}…` : where,
});

const MOST_ALIKE = 20;

/** At most twenty problems of one code, and one more with the number of the others. */
export function withoutFlood(problems: readonly Problem[]): Problem[] {
  const told: Problem[] = [];
  const counts = new Map<CheckCode, number>();
  for (const one of problems) {
    const count = (counts.get(one.code) ?? 0) + 1;
    counts.set(one.code, count);
    if (count <= MOST_ALIKE) told.push(one);
  }
  for (const [code, count] of counts) {
    if (count > MOST_ALIKE)
      told.push(problem(code, 'template', `There are ${count - MOST_ALIKE} more problems of this kind.`));
  }
  return told;
}
