import { accountData } from './account-data.ts';
import { audit } from './audit.ts';
import { automationTexts } from './automations.ts';
import { campaignRest } from './campaign.ts';
import { checkTexts } from './check-texts.ts';
import { closing } from './closing.ts';
import { domainReports } from './domain-reports.ts';
import { editor } from './editor.ts';
import { importFields, importHygiene, importStatuses, importSteps } from './imports.ts';
import { keyTexts } from './key-texts.ts';
import { audienceRest } from './lists.ts';
import { mediaTexts } from './media.ts';
import { moveTexts } from './moves.ts';
import { count, number, signed } from './numbers.ts';
import { operator } from './operator.ts';
import {
  erasing,
  groupMembers,
  messagesPage,
  personPlaces,
  quotaTexts,
  senderDeletion,
  sentMail,
} from './person.ts';
import { calendarPage, comparePage } from './plans.ts';
import { reportShares } from './reports.ts';
import { access, brandPage, keys, once, settingsPlaces, webhookTexts } from './settings.ts';
import { templateTexts } from './templates.ts';

/** The texts in English that load with the pages that show them (texts.ts). */
export const rest = {
  importSteps,
  importFields,
  importHygiene,
  importStatuses,
  moveTexts,
  settingsPlaces,
  brandPage,
  once,
  webhooks: webhookTexts,
  reportShares,
  calendarPage,
  comparePage,
  erasing,
  groupMembers,
  messagesPage,
  quotaTexts,
  sentMail,
  personPlaces,
  senderDeletion,
  keys,
  access,
  audit,
  accountData,
  closing,
  keyTexts,
  fieldsPage: {
    title: 'Custom fields',
    hint: 'Fields hold what you know about your contacts, such as a birthday or a customer number. Use them in emails, segments and imports.',
    none: 'No custom fields yet.',
    add: 'New field',
    added: (name: string) => `Field ${name} created.`,
    name: 'Name',
    nameHint: 'For example: Customer number',
    inMails: (placeholder: string) => `In emails: ${placeholder}`,
    type: 'Type',
    typeHint: 'The type cannot be changed later.',
    types: { text: 'Text', number: 'Number', 'datetime-local': 'Date and time' },
    remove: 'Delete',
    removed: (name: string) => `Field ${name} and its values deleted.`,
    removeHint:
      'A deleted field loses its values in all contacts. A field that a segment uses cannot be deleted.',
    unused: 'Not used',
    usedIn: (n: number, isAtLeast: boolean) =>
      `Used in ${isAtLeast ? 'at least ' : ''}${count(n, 'place', 'places')}`,
    more: 'The field is used in more places, which are not shown here.',
    deleteTitle: (name: string) => `Delete the field ${name}?`,
    deleteHint: 'Its values are deleted in all contacts.',
    deleteUses: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'At least ' : ''}${count(n, 'place uses', 'places use')} the field. Emails then show the text that you gave for people without a value, or nothing:`,
    heldBy: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'At least ' : ''}${count(n, 'segment uses', 'segments use')} the field, so it cannot be deleted. Change the rule first:`,
    keep: 'Keep it',
    deleteYes: 'Delete the field',
    toFields: 'Manage fields',
  },
  useKinds: { segment: 'Segment', automation: 'Automation', campaign: 'Campaign', template: 'Template' },
  audiencePage: {
    lost: 'Audience not found',
    lostHint: 'It may have been deleted.',
    rename: 'Rename',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteHint: (n: number) =>
      n === 0
        ? 'The audience has no contacts. Campaigns and automations no longer use it.'
        : `${count(n, 'contact is', 'contacts are')} deleted with it. You cannot undo this.`,
    typeName: (name: string) => `To confirm, enter the name: ${name}`,
    keep: 'Keep it',
    deleteYes: 'Delete the audience',
    deleted: (name: string) => `Audience ${name} deleted.`,
    view: 'View',
    views: { contacts: 'Contacts', about: 'Growth and use' },
    growth: (n: number) => `${signed(n)} in the last 12 weeks`,
    noGrowth: 'The number of contacts did not change in the last 12 weeks.',
    added: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'At least ' : ''}${count(n, 'contact', 'contacts')} added in the last 12 weeks`,
    sources: 'Where contacts come from',
    noSources:
      'No file was imported into this audience. Its contacts were added one by one or by your own systems.',
    fromFile: (n: number) => `${count(n, 'contact', 'contacts')} added`,
    uses: 'Used by',
    noUses: 'No segment, automation or unfinished campaign uses this audience.',
    onlyNewest: (n: number) =>
      `Only the ${number(n)} newest campaigns of each status were checked. Older ones may use the audience too.`,
    deleteUses: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'At least ' : ''}${count(n, 'place uses', 'places use')} the audience:`,
    effects: {
      segment: 'becomes empty',
      automation: 'new people no longer enter it',
      campaign: 'is not sent until you choose its recipients again',
      running: 'does not reach more people of the audience',
    },
  },
  automationsPage: automationTexts,
  mediaPage: mediaTexts,
  editor,
  templatesPage: templateTexts,
  operatorPage: operator,
  domainReports,
  settingsPage: {
    senders: 'Senders',
    sendersHint:
      'The names and addresses that your emails come from. We send an email to each address to confirm it.',
    addSender: 'Add sender',
    sender: {
      from_name: 'Name',
      nameHint: 'What recipients see, such as your company',
      from_email: 'Address',
      emailHint: 'We send an email to this address to confirm it',
      reply_to_email: 'Reply-to address',
      replyHint: 'If replies should go to another address',
      company_address: 'Street and number',
      addressHint: 'The law requires a postal address in every email',
      company_address2: 'Second address line',
      zip_code: 'Postal code',
      state: 'State or province',
      city: 'City',
      newEmailHint: 'We send an email to a new address to confirm it. Until then the sender cannot be used.',
    },
    noSenders: 'No senders yet. Add the name and address that your emails come from.',
    change: 'Change',
    changed: 'Sender saved.',
    senderDeleted: (name: string) => `Sender ${name} deleted. Campaigns and automations that use it stop.`,
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    resend: 'Resend the email',
    resent: (email: string) => `An email is on its way to ${email}.`,
    domains: 'Sending domains',
    domainsHint: 'Mailbox providers trust emails more when your own domain signs them.',
    nextCheck: (at: string) => `The DNS is checked automatically. Next check at ${at}.`,
    checksOver: 'The automatic checks have ended. “Check now” starts them again for an hour.',
    noDomains: 'No domains yet. Add the domain of your sender’s address.',
    addDomain: 'Add domain',
    domain: 'Domain',
    domainExample: 'For example: example.com',
    signed: 'Authenticated',
    unsigned: 'Records missing',
    check: 'Check now',
    records: 'Records to add to your DNS',
    record: { type: 'Type', host: 'Name', value: 'Value', status: 'State' },
    states: {
      ok: 'Found',
      missing: 'Missing',
      wrong: 'Wrong',
      unknown: 'No answer',
      unchecked: 'Not checked',
    },
    unansweredHint: 'The DNS of the domain did not answer. Check again in a few minutes.',
    byOperator: 'Set by your administrator',
    askOperator:
      'Your administrator tells you the value: it names the servers that send your emails. Add it to the DNS of the domain.',
    foundInstead: (n: number): string =>
      n > 1
        ? 'Your DNS has several records of this name. Delete those that differ from the value that we ask for:'
        : 'Your DNS has another value:',
    unusable: 'The value in the DNS cannot be used.',
    mailRecords: 'Email them to an administrator',
    mailSubject: (domain: string) => `DNS records of ${domain}`,
    mailText: (domain: string) => `Please add these records to the DNS of ${domain}:`,
    copy: 'Copy',
    copied: 'Copied',
    domainDeleted: (name: string) => `Domain ${name} deleted.`,
  },
  campaignsPage: campaignRest,
  checkTexts,
  ...audienceRest,
};
