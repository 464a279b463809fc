/** A bound on stored or concurrent things of one account. A limit of 0 is none. */
interface Quota {
  readonly unit: string;
  /** Its setting, or how many for each contact that the account may have. */
  readonly by:
    | { readonly setting: `QUOTA_${string}`; readonly standard: number; readonly reason: string }
    | { readonly perContact: number };
  readonly label: string;
  readonly about: string;
}

const quotas = <const Table extends Readonly<Record<string, Quota>>>(table: Table): Readonly<Table> =>
  Object.freeze(table);

/** THE TABLE of quotas: configuration, commands, `GET quotas` and the account page are generated from it. */
export const QUOTAS = quotas({
  stored_bytes: {
    unit: 'bytes',
    by: {
      setting: 'QUOTA_STORED_BYTES',
      standard: 10_000_000_000,
      reason: 'Uploads, refused and moved rows, designs, images and attachments of waiting messages.',
    },
    label: 'Storage',
    about:
      'Uploaded files, rows of them that were refused or moved, the designs of sends and automation emails, images, and attachments of messages that wait',
  },
  contacts: {
    unit: 'contacts',
    by: {
      setting: 'QUOTA_CONTACTS',
      standard: 10_000_000,
      reason: 'Each takes about 1 kB in the store, and a row in each send.',
    },
    label: 'Contacts',
    about: 'In all contact types together',
  },
  opt_outs: {
    unit: 'addresses',
    by: { perContact: 2 },
    label: 'Unsubscribed and suppressed addresses',
    about: 'In all lists together; recipients can always unsubscribe',
  },
  segments: {
    unit: 'segments',
    by: {
      setting: 'QUOTA_SEGMENTS',
      standard: 200,
      reason: 'Each is compared with each changed contact.',
    },
    label: 'Segments',
    about: 'Segments that are not deleted',
  },
  automations: {
    unit: 'automations',
    by: {
      setting: 'QUOTA_AUTOMATIONS',
      standard: 200,
      reason: 'The sweep asks each live one for due emails.',
    },
    label: 'Automations',
    about: 'Automations that are not deleted',
  },
  derived_rows: {
    unit: 'rows',
    by: { perContact: 20 },
    label: 'Places in segments and automations',
    about: 'A contact has one in each segment and automation that it is in',
  },
  scheduled_messages: {
    unit: 'messages',
    by: {
      setting: 'QUOTA_SCHEDULED_MESSAGES',
      standard: 100_000,
      reason: 'Each is stored with its content, up to 30 days ahead.',
    },
    label: 'Scheduled messages',
    about: 'Single messages that wait for their time',
  },
  calls: {
    unit: 'calls',
    by: { setting: 'QUOTA_CALLS', standard: 200, reason: 'Concurrent calls in one API process.' },
    label: 'API calls at once',
    about: 'Calls of your programs that are being answered',
  },
  expensive_calls: {
    unit: 'calls',
    by: {
      setting: 'QUOTA_EXPENSIVE_CALLS',
      standard: 1,
      reason: 'Concurrent calls such as segment/preview, which keep a core busy.',
    },
    label: 'Slow API calls at once',
    about: 'Calls that look through many contacts, such as the preview of a segment',
  },
  imports: {
    unit: 'imports',
    by: { setting: 'QUOTA_IMPORTS', standard: 50, reason: 'Files that are uploaded, wait or are imported.' },
    label: 'Imports at once',
    about: 'Files that are being uploaded, wait for their turn, or are being imported',
  },
  sending_domains: {
    unit: 'domains',
    by: { setting: 'QUOTA_SENDING_DOMAINS', standard: 100, reason: 'Sending domains of an account.' },
    label: 'Sending domains',
    about: 'Domains with DKIM keys of their own',
  },
  renders_per_minute: {
    unit: 'renders',
    by: { setting: 'QUOTA_RENDERS_PER_MINUTE', standard: 600, reason: 'Designs rendered a minute.' },
    label: 'New designs a minute',
    about: 'Designs that are turned into an email; one that did not change counts once',
  },
  mails_per_day: {
    unit: 'mails',
    by: {
      setting: 'QUOTA_MAILS_PER_DAY',
      standard: 10_000_000,
      reason: 'Mails of a day of UTC. Further mails wait for the next day.',
    },
    label: 'Emails today',
    about: 'Emails of campaigns and automations; a new day begins at 00:00 UTC',
  },
});

export type QuotaName = keyof typeof QUOTAS;
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export const QUOTA_NAMES = Object.keys(QUOTAS) as readonly QuotaName[];

/** The answer to a call beyond a quota: one text for each quota, so that programs can compare it. */
export const quotaText = (name: QuotaName): string => `Quota reached: ${name} (see GET quotas)`;

export const isBeyond = (limits: QuotaLimits, name: QuotaName, count: number): boolean =>
  limits[name] > 0 && count > limits[name];

/** The quotas that follow the limit of contacts. */
const PER_CONTACT = QUOTA_NAMES.flatMap((name) => {
  const { by } = QUOTAS[name];
  return 'perContact' in by ? [[name, by.perContact] as const] : [];
});

export const withRowsOf = <Limits extends { readonly contacts: number }>(limits: Limits) => ({
  ...Object.fromEntries(PER_CONTACT.map(([name, count]) => [name, count * limits.contacts])),
  ...limits,
});

/** An account's limits: its own if an operator set them, otherwise the configured ones. */
export const quotaLimitsOf = (
  standard: QuotaLimits,
  own: Partial<Record<QuotaName, number>> | undefined,
): QuotaLimits => {
  if (!own) return standard;
  const { contacts = standard.contacts } = own;
  return { ...standard, ...(contacts !== standard.contacts && withRowsOf({ contacts })), ...own };
};
