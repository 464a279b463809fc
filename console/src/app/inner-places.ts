import type { Texts } from '../texts/texts.ts';

type NameOf = (texts: Texts) => string;

/** A page of the menu. */
export type MenuPath =
  | '/'
  | '/campaigns'
  | '/automations'
  | '/reports'
  | '/contacts'
  | '/segments'
  | '/templates'
  | '/media'
  | '/settings'
  | '/operator';

/** A page below one of the menu. */
export interface InnerPlace {
  readonly to:
    | '/calendar'
    | '/messages'
    | '/reports/compare'
    | '/contacts/imports'
    | '/contacts/moves'
    | '/settings'
    | '/settings/fields'
    | '/settings/brand'
    | '/settings/access'
    | '/settings/account'
    | '/settings/activity'
    | '/operator'
    | '/operator/accounts';
  readonly name: NameOf;
  /** By the ids of their headings. */
  readonly sections?: Readonly<Record<string, NameOf>>;
}

/** An entry of the palette. */
interface PaletteEntry {
  /** The page of the menu that it belongs to. */
  readonly of: MenuPath;
  readonly to: InnerPlace['to'] | '/automations' | '/contacts' | '/segments/new' | '/templates' | '/media';
  /** Of a section's heading, or of a dialog (`useAddressedDialog`). */
  readonly hash?: string;
  readonly name: NameOf;
  /** Words that find it, too. */
  readonly also?: NameOf;
}

export const SETTINGS_PLACES: readonly InnerPlace[] = [
  {
    to: '/settings',
    name: (texts) => texts.settingsPlaces.sending,
    sections: {
      senders: (texts) => texts.settingsPage.senders,
      domains: (texts) => texts.settingsPage.domains,
      groups: (texts) => texts.groups.title,
      unsubscribers: (texts) => texts.optOuts.unsubscribers,
      suppressions: (texts) => texts.optOuts.suppressions,
      notices: (texts) => texts.notices.title,
    },
  },
  {
    to: '/settings/fields',
    name: (texts) => texts.settingsPlaces.fields,
    sections: { fields: (texts) => texts.fieldsPage.title },
  },
  {
    to: '/settings/brand',
    name: (texts) => texts.settingsPlaces.brand,
    sections: { brand: (texts) => texts.brandPage.title },
  },
  {
    to: '/settings/access',
    name: (texts) => texts.settingsPlaces.access,
    sections: {
      keys: (texts) => texts.keys.title,
      webhooks: (texts) => texts.webhooks.title,
      'sign-ins': (texts) => texts.access.title,
    },
  },
  {
    to: '/settings/account',
    name: (texts) => texts.settingsPlaces.account,
    sections: {
      account: (texts) => texts.accountData.title,
      password: (texts) => texts.accountData.password.title,
      'second-factor': (texts) => texts.accountData.factor.title,
      tracking: (texts) => texts.accountData.tracking.title,
      quotas: (texts) => texts.quotaTexts.title,
      'all-data': (texts) => texts.accountData.all,
      closing: (texts) => texts.closing.title,
    },
  },
  {
    to: '/settings/activity',
    name: (texts) => texts.settingsPlaces.activity,
    sections: { audit: (texts) => texts.audit.title },
  },
];

export const OPERATOR_PLACES: readonly InnerPlace[] = [
  { to: '/operator', name: (texts) => texts.operatorPage.places.service },
  { to: '/operator/accounts', name: (texts) => texts.operatorPage.places.accounts },
];

/** A page and its sections. An only section is its page, which its name finds, too. */
function entriesOf(of: MenuPath, { to, name, sections = {} }: InnerPlace): PaletteEntry[] {
  const all = Object.entries(sections);
  const only = all.length === 1 ? all[0]![1] : undefined;
  return [
    { of, to, name, ...(only && { also: only }) },
    ...(only ? [] : all.map(([hash, own]) => ({ of, to, hash, name: own }))),
  ];
}

/** Ways to make a record, pages, and sections of the settings: the palette has them below the pages of the menu. */
export const PALETTE_ENTRIES: readonly PaletteEntry[] = [
  {
    of: '/automations',
    to: '/automations',
    hash: 'add-automation',
    name: (texts) => texts.automationsPage.add,
  },
  { of: '/contacts', to: '/contacts', hash: 'add-contact', name: (texts) => texts.contactsPage.addTitle },
  { of: '/contacts', to: '/contacts', hash: 'audiences', name: (texts) => texts.contactsPage.addAudience },
  { of: '/contacts', to: '/contacts/imports', name: (texts) => texts.importsPage.title },
  { of: '/segments', to: '/segments/new', name: (texts) => texts.segmentsPage.add },
  { of: '/templates', to: '/templates', hash: 'add-template', name: (texts) => texts.templatesPage.add },
  { of: '/media', to: '/media', name: (texts) => texts.mediaPage.choose },
  { of: '/settings', to: '/settings', hash: 'add-sender', name: (texts) => texts.settingsPage.addSender },
  { of: '/settings', to: '/settings', hash: 'domains', name: (texts) => texts.settingsPage.addDomain },
  { of: '/settings', to: '/settings', hash: 'add-type', name: (texts) => texts.groups.add },
  { of: '/settings', to: '/settings', hash: 'add-recipient', name: (texts) => texts.notices.add },
  { of: '/settings', to: '/settings/fields', hash: 'add-field', name: (texts) => texts.fieldsPage.add },
  { of: '/settings', to: '/settings/access', hash: 'add-keys', name: (texts) => texts.keys.add },
  { of: '/settings', to: '/settings/access', hash: 'add-webhook', name: (texts) => texts.webhooks.add },
  {
    of: '/operator',
    to: '/operator/accounts',
    hash: 'add-account',
    name: (texts) => texts.operatorPage.newAccount,
  },
  { of: '/campaigns', to: '/calendar', name: (texts) => texts.calendarPage.title },
  { of: '/campaigns', to: '/messages', name: (texts) => texts.messagesPage.title },
  { of: '/reports', to: '/reports/compare', name: (texts) => texts.comparePage.title },
  { of: '/contacts', to: '/contacts/moves', name: (texts) => texts.moveTexts.title },
  ...SETTINGS_PLACES.flatMap((place) => entriesOf('/settings', place)),
  ...OPERATOR_PLACES.flatMap((place) => entriesOf('/operator', place)),
];
