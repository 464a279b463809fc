/** What one account may have or have under way. A limit of 0 is none. */
interface Quota {
  /** What is counted. */
  readonly unit: string;
  /** The setting of its default, whose unit, default and reason stand in `.env.example`. */
  readonly setting: `QUOTA_${string}`;
  readonly standard: number;
  /** For people: the name, and what is counted. */
  readonly label: string;
  readonly about: string;
}

const quotas = <const Table extends Readonly<Record<string, Quota>>>(table: Table): Readonly<Table> =>
  Object.freeze(table);

/** THE TABLE of quotas: configuration, commands, `GET quotas` and the account page are made of it. */
export const QUOTAS = quotas({
  stored_bytes: {
    unit: 'bytes',
    setting: 'QUOTA_STORED_BYTES',
    standard: 10_000_000_000,
    label: 'Storage',
    about: 'Uploaded files, rows of them that were refused, and the designs of sends and automation emails',
  },
  contacts: {
    unit: 'contacts',
    setting: 'QUOTA_CONTACTS',
    standard: 10_000_000,
    label: 'Contacts',
    about: 'In all contact types together',
  },
  calls: {
    unit: 'calls',
    setting: 'QUOTA_CALLS',
    standard: 200,
    label: 'API calls at once',
    about: 'Calls of your programs that are being answered',
  },
  expensive_calls: {
    unit: 'calls',
    setting: 'QUOTA_EXPENSIVE_CALLS',
    standard: 1,
    label: 'Slow API calls at once',
    about: 'Calls that look through many contacts, such as the preview of a segment',
  },
  imports: {
    unit: 'imports',
    setting: 'QUOTA_IMPORTS',
    standard: 50,
    label: 'Imports at once',
    about: 'Files that are being uploaded, wait for their turn, or are being imported',
  },
  renders_per_minute: {
    unit: 'renders',
    setting: 'QUOTA_RENDERS_PER_MINUTE',
    standard: 600,
    label: 'New designs a minute',
    about: 'Designs that are turned into a mail; one that did not change counts once',
  },
  mails_per_day: {
    unit: 'mails',
    setting: 'QUOTA_MAILS_PER_DAY',
    standard: 10_000_000,
    label: 'Mails today',
    about: 'Mails of sends and automations; a new day begins at 00:00 UTC',
  },
});

export type QuotaName = keyof typeof QUOTAS;
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export const QUOTA_NAMES = Object.keys(QUOTAS) as readonly QuotaName[];

/** What a call beyond a quota is answered: one text for each quota, so that programs can compare it. */
export const quotaText = (name: QuotaName): string => `Quota reached: ${name} (see GET quotas)`;

/** Whether `count` is more than a quota allows. */
export const isBeyond = (limits: QuotaLimits, name: QuotaName, count: number): boolean =>
  limits[name] > 0 && count > limits[name];

/** An account's limits: its own where an operator set one, else the configured ones. */
export const limitsOf = (
  standard: QuotaLimits,
  own: Partial<Record<QuotaName, number>> | undefined,
): QuotaLimits => (own ? { ...standard, ...own } : standard);
