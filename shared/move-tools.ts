import { foldedWords } from './statuses/folded-words.ts';

/** Services whose exports are recognised; `mailing`: an export of this one. */
export const MOVE_TOOLS = [
  'listmonk',
  'mailchimp',
  'sendgrid',
  'brevo',
  'keila',
  'mautic',
  'mailing',
] as const;
export type MoveTool = (typeof MOVE_TOOLS)[number];

/** The names of people and services. */
export const TOOL_NAMES: Readonly<Record<MoveTool, string>> = Object.freeze({
  listmonk: 'listmonk',
  mailchimp: 'Mailchimp',
  sendgrid: 'SendGrid',
  brevo: 'Brevo',
  keila: 'Keila',
  mautic: 'Mautic',
  mailing: 'Contacts',
});

type HasHeadings = (...words: string[]) => boolean;

/** By the headings of an export, folded. The first that fits counts: later ones are less certain. */
const BY_HEADINGS: readonly (readonly [MoveTool, (has: HasHeadings, some: HasHeadings) => boolean])[] = [
  ['mailing', (has) => has('email', 'contact status', 'contact type')],
  ['listmonk', (has) => has('uuid', 'email', 'attributes', 'status') || has('uuid', 'email', 'attribs')],
  [
    'mailchimp',
    (has, some) =>
      has('email address') &&
      some('optin time', 'confirm time', 'member rating', 'leid', 'euid', 'unsub time', 'clean time'),
  ],
  ['keila', (has) => has('email', 'first name', 'last name', 'data', 'status')],
  [
    'sendgrid',
    (has, some) =>
      has('email') && some('alternate emails', 'phone number id', 'external id') && has('first name'),
  ],
  ['sendgrid', (has) => has('email', 'created', 'reason')],
  [
    'brevo',
    (has, some) =>
      has('email') &&
      (has('firstname', 'sms') ||
        (some('double opt in', 'ext id', 'contact id', 'whatsapp') &&
          some('firstname', 'vorname', 'prenom', 'sms'))),
  ],
  [
    'mautic',
    (has, some) =>
      has('email') &&
      some('firstname', 'first name') &&
      some('points', 'preferred locale', 'attribution', 'stage id', 'is published'),
  ],
];

/** By whole words of the file's name. */
const BY_NAME: readonly (readonly [MoveTool, RegExp])[] = [
  [
    'mailchimp',
    /(?:^| )(?:email|members) (?:audience )?export(?: |$)|(?:^| )(?:un|non)?subscribed (?:email |members )/,
  ],
  [
    'sendgrid',
    /(?:^| )suppression(?: |$)|(?:^| )(?:invalid emails|spam reports|global unsubscribes|group unsubscribes)(?: |$)/,
  ],
  ...MOVE_TOOLS.map((tool) => [tool, new RegExp(`(?:^| )${tool}(?: |$)`)] as const).filter(
    ([tool]) => tool !== 'mailing',
  ),
];

/** The service that wrote a file; null: unknown. */
export function toolOf(fileName: string, header: readonly string[]): MoveTool | null {
  const folded = new Set(header.map(foldedWords));
  const has: HasHeadings = (...words) => words.every((one) => folded.has(one));
  const some: HasHeadings = (...words) => words.some((one) => folded.has(one));
  const name = foldedWords(fileName.replace(/^.*[/\\]/, '').replace(/\.\w{1,4}$/, ''));
  return (
    BY_HEADINGS.find(([, fits]) => fits(has, some))?.[0] ??
    BY_NAME.find(([, words]) => words.test(name))?.[0] ??
    null
  );
}

/** The service of most files. */
export function toolOfMost(tools: readonly (MoveTool | null)[]): MoveTool | null {
  const counted = MOVE_TOOLS.map((tool) => [tool, tools.filter((one) => one === tool).length] as const);
  const [most] = counted.filter(([, files]) => files > 0).sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}
