import { number } from './numbers.ts';

/** Erasing a person. */
export const erasing = {
  button: 'Erase for good',
  title: (email: string) => `Erase ${email}?`,
  what: 'All data about this address is removed from your account within a minute:',
  consequences: [
    'The contact, with all its values, in every audience.',
    'Its places in segments, automations and imports.',
    'Its address in all reports. Their figures stay.',
  ],
  forGood: 'The address never gets emails again, even if it is imported later. The data cannot be restored.',
  type: (email: string) => `To confirm, enter the address: ${email}`,
  keep: 'Keep the contact',
  yes: 'Erase this person',
  begun: (email: string) => `${email} is being erased. This takes up to a minute.`,
};

/** One email that a contact got. */
export const sentMail = {
  open: (subject: string) => `Show the email: ${subject}`,
  title: 'Email',
  hint: 'The email with this contact’s data, as the content is now.',
  toReport: 'See the report of the campaign',
};

/** The people who left one subscription type. */
export const groupMembers = {
  back: 'All subscription types',
  lost: 'Subscription type not found',
  lostHint: 'It may have been deleted.',
  title: (name: string) => `Unsubscribed from ${name}`,
  hint: 'These addresses get no emails of this type. They still get emails of other types.',
  none: 'No one has unsubscribed from this type.',
  search: 'Search these addresses',
  joined: (email: string) => `${email} subscribed again.`,
  show: 'Show people',
  showOf: (name: string) => `Show people who unsubscribed from ${name}`,
};

/** The limits of an account. */
export const quotaTexts = {
  title: 'Limits',
  hint: 'What your account may use, and what it uses now. Your administrator can raise a limit.',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  unlimited: (used: string) => `${used}, no limit`,
  near: 'This limit is almost reached.',
  megabytes: (n: number) => `${number(Math.round(n * 10) / 10)} MB`,
  names: {
    mails_per_day: 'Emails today',
    contacts: 'Contacts',
    opt_outs: 'Unsubscribed and suppressed addresses',
    segments: 'Segments',
    automations: 'Automations',
    sending_domains: 'Sending domains',
    stored_bytes: 'Stored files and content',
  },
};

/** Single emails that programs sent. */
export const messagesPage = {
  title: 'Single emails',
  hint: 'Emails to one person that your programs send, such as order confirmations.',
  none: 'No single emails yet',
  noneHint: 'Your programs send them with a pair of keys. See the API reference.',
  open: 'Details',
  openOf: (subject: string, email: string) => `Details: ${subject}, ${email}`,
  one: 'Single email',
  to: 'To',
  due: 'Send time',
  delivered: 'Delivered',
  why: 'Why it waits',
  files: 'Attachments',
  cancel: 'Cancel this email',
  cancelTitle: 'Cancel this email?',
  cancelHint: 'It will not be sent. You cannot undo this.',
  keep: 'Keep it',
};

/** Where a person is, besides the contact that is shown. */
export const personPlaces = {
  title: 'Segments, audiences and automations',
  noSegments: 'In no segment.',
  audiences: 'Other audiences',
  noAudiences: 'In no other audience.',
  noAutomations: 'In no automation.',
  machines: 'Show opens and clicks by bots and scanners',
};

/** The question before a sender is deleted. */
export const senderDeletion = {
  title: (name: string) => `Delete the sender ${name}?`,
  hint: 'These use it, and stop until you choose another sender:',
  keep: 'Keep it',
  yes: 'Delete the sender',
  effects: { campaign: 'is not sent any further', automation: 'its emails wait' },
};
