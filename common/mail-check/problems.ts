/** error: the mail is not sent, or recipients can not use it. warning: it is sent, and its author may want to change it. */
export const PROBLEM_LEVELS = ['error', 'warning'] as const;
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number];

interface CheckTraits {
  readonly level: ProblemLevel;
  /** When it is reported, for docs/checks.md. */
  readonly when: string;
}

/** What a check can find. The names are part of the API, so they never change. */
export const CHECK_CODES = Object.freeze({
  sender_deleted: { level: 'error', when: 'The sender was deleted.' },
  sender_unverified: { level: 'error', when: 'The sender is not verified.' },
  sender_address: {
    level: 'error',
    when: 'An address of the sender has other characters than ASCII before the @.',
  },
  sender_unsigned: {
    level: 'warning',
    when: 'No key of the domain of the sender signs its mails, neither of the account nor of the service.',
  },
  dns_record: {
    level: 'warning',
    when: 'A DNS record of the sending domain is missing or wrong, or the DNS gave no answer about it.',
  },
  template_empty: { level: 'error', when: 'The mail would show its footer alone.' },
  template_failed: {
    level: 'error',
    when: 'The template makes no mail. Among others, it leaves a comment, a style sheet or a text area open.',
  },
  size_clipped: {
    level: 'warning',
    when: 'The HTML of the mail has more than 102 kB (104,448 bytes): Gmail cuts it off, with the footer.',
  },
  text_missing: {
    level: 'warning',
    when: 'The template has no text from which a plain-text part could be made.',
  },
  unsubscribe_missing: {
    level: 'warning',
    when: 'The template has no link to `((unsubscribe_preferences))` that a reader sees, so that a footer with the link is added.',
  },
  address_missing: {
    level: 'warning',
    when: 'The template has no `((sender_address))` that a reader sees, so that a footer with the address is added.',
  },
  placeholder_unknown: {
    level: 'warning',
    when: 'A placeholder names no field of contacts or the sender, so that it shows nothing.',
  },
  placeholder_foreign: {
    level: 'warning',
    when: 'A text is a placeholder of another tool, such as `{{name}}`, `*|NAME|*`, `%%name%%` or `[[name]]`: it shows as it is written.',
  },
  link_invalid: {
    level: 'error',
    when: 'The address of a link can not be opened: it is empty, does not parse, or has a scheme that mail clients drop.',
  },
  link_broken: {
    level: 'warning',
    when: 'A link answers 404, 410 or an error of the server, or its host does not exist.',
  },
  link_silent: {
    level: 'warning',
    when: 'The server of a link can not be reached, or does not answer in time.',
  },
  link_private: {
    level: 'warning',
    when: 'A link, or a redirect of it, leads to an address or port that is not public: recipients can not open it.',
  },
  links_unchecked: {
    level: 'warning',
    when: 'There was no time for some links, or there are more than 50.',
  },
  image_missing: {
    level: 'error',
    when: 'An image has no address, or in its place the drawing that an editor shows until an image is chosen.',
  },
  image_text_missing: {
    level: 'warning',
    when: 'An image has no attribute `alt`: people who do not see it do not know what it shows. `alt=""` is right for decoration.',
  },
  client_support: {
    level: 'warning',
    when: 'The template uses HTML, CSS or an image format that big mail clients do not show, by the data of caniemail.com.',
  },
  spam_score: {
    level: 'warning',
    when: 'The spam filter of the service (`SPAM_CHECK_URL`) calls the mail spam; the text has its points and rules.',
  },
  not_checked: { level: 'warning', when: 'Something could not be checked; the text says what and why.' },
} as const satisfies Readonly<Record<string, CheckTraits>>);

export type CheckCode = keyof typeof CHECK_CODES;
export const CHECK_CODE_NAMES = Object.keys(CHECK_CODES) as readonly CheckCode[];

/** What is wrong with a mail. */
export interface Problem {
  readonly level: ProblemLevel;
  readonly code: CheckCode;
  /** For the author: what is wrong, and what to do. */
  readonly text: string;
  /** `sender`, `subject`, `preheader`, `template`, the host of a DNS record, or the address of a link or image. */
  readonly where: string;
}

/** Characters of a place that are shown. */
const WHERE_MOST = 500;

export const problem = (code: CheckCode, where: string, text: string): Problem => ({
  level: CHECK_CODES[code].level,
  code,
  text,
  where: where.length > WHERE_MOST ? `${where.slice(0, WHERE_MOST)}…` : where,
});

/** Problems of one code that are told one by one. */
const MOST_ALIKE = 20;

/** At most twenty problems of one code, and one more that says how many others there are. */
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
      told.push(problem(code, 'template', `There are ${count - MOST_ALIKE} more of these.`));
  }
  return told;
}
