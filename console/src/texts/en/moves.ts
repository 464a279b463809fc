import { type MoveTool, TOOL_NAMES } from '../../../../shared/move-tools.ts';
import { count } from './numbers.ts';

const tools = { ...TOOL_NAMES, mailing: 'this service' };

/** The move from another service. */
export const moveTexts = {
  title: 'Move from another service',
  link: 'Move from Mailchimp, Brevo, SendGrid, listmonk…',
  linkHint:
    'Upload your whole export at once: contacts, people who unsubscribed, and addresses that bounced.',
  files: 'Your export',
  filesHint:
    'Choose the archive that the other service made, or all of its files together. Include the lists of people who unsubscribed, bounced or complained. Nothing is moved before you have seen the plan.',
  dropHint: 'Drop ZIP, CSV or Excel files here',
  choose: 'Choose files',
  clear: 'Start again',
  plan: 'Create the plan',
  from: (tool: MoveTool): string => `From ${tools[tool]}`,
  unknownTool: 'From another service',
  states: {
    reading: 'The files are being read…',
    planned: 'The plan is ready. Nothing has been moved yet.',
    applying: 'Contacts are being moved. You can leave this page.',
    applied: 'Moved',
    undone: 'Undone',
    failed: 'Not complete',
  },
  gone: 'The files were deleted because the move did not start within 7 days. Choose them again.',
  rows: 'Rows',
  receipt: 'Download the receipt',
  start: 'Move',
  startHint: (audience: string): string =>
    `Contacts are added to a new audience, “${audience}”. Only subscribed people get campaigns. People who unsubscribed here stay unsubscribed.`,
  duplicates: (n: number): string =>
    `${count(n, 'row repeats', 'rows repeat')} an address of an earlier row.`,
  newFields: (names: string): string => `Create these new fields: ${names}`,
  until: (day: string): string => `The files are kept until ${day}.`,
  apply: (n: number): string => `Move ${count(n, 'row', 'rows')}`,
  kinds: {
    contacts: 'Contacts',
    suppressions: 'Addresses that get no emails',
    unreadable: 'This file cannot be read.',
  },
  problems: {
    unreadable: () => 'Save it again as CSV in UTF-8, or as an Excel workbook.',
    not_read_to_end: () => 'The file is large, so only its beginning is counted here. All of it is moved.',
    encoding_guessed: () =>
      'The encoding of the file is a guess. Check the names of some contacts afterwards.',
    unknown_statuses: () => 'Some statuses are unknown.',
    no_statuses: () =>
      'The file gives no subscription status, so all of its people get campaigns. Add the list of people who unsubscribed.',
    refused_rows: (n: number) => `${count(n, 'row has', 'rows have')} no valid address or value.`,
  },
  undoTitle: 'Undo the move',
  undoHint: (day: string): string =>
    `You can undo this move until ${day}. Contacts that it added are deleted, and contacts that it changed get their earlier values. People who unsubscribed stay unsubscribed.`,
  undoAsk: 'Undo the whole move?',
  undo: 'Undo the whole move',
  toImport: 'Import of this file',
  earlier: 'Earlier moves',
  rowCount: (n: number): string => count(n, 'row', 'rows'),
  rowsTitle: 'Result of each row',
  rowsOf: 'Rows with the result',
  noAddress: 'Without an address',
  place: (file: string, line: number): string => `${file}, line ${line}`,
  downloadRows: 'Download these rows',
  notMoved: (n: number): string => `${count(n, 'file is', 'files are')} not part of the move`,
  notMovedWhy: {
    no_table: 'It has no table of contacts.',
    other_sheet: 'Only the first sheet of a workbook is read. Save this sheet as a separate file.',
  },
};
