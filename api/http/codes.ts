import { texts } from '../../common/domain/validation-texts.ts';
import type { Contract, EndpointName } from '../contract.ts';

/** The code of a failure that names no other, by status. A code never changes, while texts may. */
const BY_STATUS = {
  400: 'malformed',
  401: 'keys_wrong',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  415: 'media_type',
  417: 'expectation',
  422: 'invalid_inputs',
  429: 'rate',
  431: 'headers_too_large',
  499: 'client_gone',
  500: 'server_error',
  503: 'store_away',
} as const;

/** Statuses of failures that a client can get; of 499 only the log tells. */
export const FAILURE_STATUSES: readonly number[] = Object.keys(BY_STATUS)
  .map(Number)
  .filter((status) => status !== 499);

type ConflictName = {
  [Name in EndpointName]: Contract[Name] extends { conflicts: infer Texts } ? keyof Texts : never;
}[EndpointName];

/** A conflict without a code does not compile. */
const OF_CONFLICTS = {
  accountWell: 'account_not_paused',
  applied: 'move_applied',
  applying: 'move_running',
  busy: 'bulk_changes_busy',
  cancelled: 'cancelled',
  changed: 'version_changed',
  counting: 'bulk_change_counting',
  deleted: 'sender_deleted',
  empty: 'template_empty',
  ended: 'ended',
  expired: 'mails_expired',
  full: 'too_many_records',
  gone: 'move_files_deleted',
  late: 'import_undo_late',
  lateMove: 'move_undo_late',
  noGroup: 'group_missing',
  noRecipients: 'recipients_missing',
  notCompleted: 'send_not_completed',
  notLive: 'automation_not_live',
  notPaused: 'send_not_paused',
  notRunning: 'send_not_running',
  nothing: 'nothing_to_retry',
  open: 'import_running',
  reading: 'move_reading',
  released: 'release_used',
  rowsGone: 'move_rows_deleted',
  running: 'send_running',
  template: 'template_unrenderable',
  trial: 'import_was_dry_run',
  unapplied: 'move_not_applied',
  underWay: 'export_running',
  unverified: 'sender_unverified',
  used: 'field_in_use',
  wasLive: 'automation_was_live',
} as const satisfies Record<ConflictName, string>;

const OTHERS = [
  'no_such_path',
  'keys_missing',
  'out_of_scope',
  'other_network',
  'suspended',
  'closed',
  'quota',
  'busy',
  'idempotency_reused',
  'idempotency_running',
] as const;

export type FailureCode =
  | (typeof BY_STATUS)[keyof typeof BY_STATUS]
  | (typeof OF_CONFLICTS)[ConflictName]
  | (typeof OTHERS)[number];

/** Every code of a failure, for the reference and the clients. */
export const FAILURE_CODES: readonly FailureCode[] = [
  ...new Set([...Object.values(BY_STATUS), ...OTHERS, ...Object.values(OF_CONFLICTS)]),
].sort();

export const codeOfStatus = (status: number): FailureCode =>
  BY_STATUS[status as keyof typeof BY_STATUS] ?? (status < 500 ? 'malformed' : 'server_error');

export const codeOfConflict = (name: string): FailureCode => OF_CONFLICTS[name as ConflictName] ?? 'conflict';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Marks the parts of a text that come from the input. */
const ANY = 'xanyx';

/** Each text of an input with its code, the name in the table of texts. `design`, whose text is longest, comes before `format`. */
const OF_TEXTS: readonly (readonly [code: string, form: RegExp])[] = Object.entries(texts).map(
  ([name, form]) => {
    // A text with an optional part, such as the address that is wrong, has it here.
    const text = (form as (...given: string[]) => string)(ANY, ANY, ANY);
    const pattern = text
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(ANY, '[^]*')
      .replace(/: \[\^\]\*\\\.$/, '(?:: [^]*)?\\.');
    return [snake(name), new RegExp(`^${pattern}$`)] as const;
  },
);

/** Every code of an input. */
export const INPUT_CODES: readonly string[] = [
  ...new Set([...OF_TEXTS.map(([code]) => code), 'other']),
].sort();

/** A text that names a problem at length is not searched to its end. */
const SEARCHED = 400;

const codeOfText = (text: string): string =>
  OF_TEXTS.find(([, form]) =>
    form.test(text.length > SEARCHED ? `${text.slice(0, SEARCHED)}.` : text),
  )?.[0] ?? 'other';

/** Codes by input, in the order of its texts. */
export const codesOf = (errors: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([key, all]) => [key, all.map(codeOfText)]));
