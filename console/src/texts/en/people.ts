import { count, number } from './numbers.ts';

const contacts = (n: number): string => count(n, 'contact', 'contacts');

/** The table of contacts. */
export const contactTable = {
  allAudiences: 'All audiences',
  segment: 'Segment',
  allSegments: 'All contacts',
  status: 'Status',
  anyStatus: 'Any status',
  statuses: {
    mailable: 'Subscribed',
    unconfirmed: 'Not confirmed',
    opted_out: 'Unsubscribed',
    bounced: 'Bounced',
    complained: 'Reported as spam',
  },
  order: 'Sort by',
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    email: 'Email address',
    last_name: 'Last name',
    first_name: 'First name',
    city: 'City',
  },
  columns: 'Columns',
  changed: 'Changed',
  filters: 'Filters',
  addFilter: 'Filter by a field',
  match: 'Show contacts if',
  reset: 'Clear filters',
  noneHint: 'No contact matches all filters.',
  atLeast: (n: number) => `More than ${contacts(n)}`,
  gathering: 'The email history is still being read. More contacts may match.',
  change: 'Change',
  download: 'Download',
  clear: 'Clear selection',
};

export const tagFields = {
  one: 'Tag',
  any: 'Any tag',
  hint: 'Press Enter or a comma after each tag, and Backspace to remove the last one.',
};

type EndName =
  | 'groupGone'
  | 'segmentGone'
  | 'segmentChanged'
  | 'fieldGone'
  | 'audienceGone'
  | 'erased'
  | 'optOutsFull'
  | 'contactsFull'
  | 'full'
  | 'fileGone'
  | 'personErased'
  | 'quote'
  | 'gaveUp';

/** Why changes of many contacts and imports ended early; `line`: of the file, where one is named. */
const ends: Readonly<Record<EndName, (line: number) => string>> = {
  groupGone: () => 'The subscription type was deleted.',
  segmentGone: () => 'The segment was deleted.',
  segmentChanged: () => 'The conditions of the segment were changed meanwhile. Begin again.',
  fieldGone: () => 'A field of the filters was deleted.',
  audienceGone: () => 'The audience was deleted.',
  erased: () => 'A person who matched was erased, so the change was ended.',
  optOutsFull: () =>
    'Your account has reached its limit of unsubscribed addresses. Your administrator can raise it.',
  contactsFull: () => 'Your account has reached its limit of contacts. Your administrator can raise it.',
  full: () => 'Your account has reached a limit. Your administrator can raise it.',
  fileGone: () => 'The uploaded file is no longer stored. Import the file again.',
  personErased: () => 'The data of this person was erased.',
  quote: (line: number) =>
    `Line ${number(line)}: a quotation mark is missing. Correct the file, then import it again.`,
  gaveUp: () => 'It stopped after several tries. Try again. If it happens again, tell your administrator.',
};

export const ownFailures = { ...ends, row: (field: string, reason: string) => `${field}: ${reason}` };

/** Why it is unknown whether an email arrived. */
export const doubtCauses = {
  stopped: 'Sending was interrupted',
  silent: 'The mail server did not answer in time',
  unclear: 'The mail server gave an unclear answer',
  lost: 'The connection to the mail server was lost',
};

type CallFailure = 'answered' | 'silent' | 'host' | 'address' | 'url' | 'unreached';

/** Why an event did not reach a webhook. `detail`: the status of the answer, or the code of the failed connection. */
export const callFailures: Readonly<Record<CallFailure, (detail: string) => string>> = {
  answered: (status: string) => `The address answered with ${status}`,
  silent: () => 'The address did not answer in time',
  host: () => 'The server in the address does not exist',
  address: () => 'The address is not public',
  url: () => 'The address is not allowed',
  unreached: (code: string) => `The address could not be reached${code && ` (${code})`}`,
};

/** Contacts as files to download. */
export const contactFiles = {
  all: 'Download all as CSV',
  found: 'Download found contacts as CSV',
  short: 'Download',
  audience: (name: string) => `Download the contacts of ${name} as CSV`,
  segment: 'Download as CSV',
};
