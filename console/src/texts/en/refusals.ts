import type { FailureCode, InputCodes } from '../../../../client/src/index.ts';
import type { AccountCheckTexts } from './check-texts.ts';
import { number } from './numbers.ts';

type InputCode = InputCodes[string][number];

/** The numbers in the API's text, and the words after its colon. */
export interface RefusedDetail {
  readonly numbers: readonly number[];
  readonly rest: string;
  readonly text: string;
}
export type InputRefusals = Readonly<Record<InputCode, (detail: RefusedDetail) => string>>;
export type Failures = Readonly<Record<FailureCode, string>>;

const ofBytes = (bytes: number | undefined = 0): string =>
  bytes >= 1e6 ? `${number(Math.floor(bytes / 1e5) / 10)} MB` : `${number(Math.floor(bytes / 1e3))} kB`;

/** Why an input was refused, by the API's code. */
export const inputRefusals: InputRefusals = {
  after_now: () => 'Choose a time in the future.',
  animation: () => 'The animation is too large. Use fewer frames or pixels.',
  ascii_email: () => 'Use only unaccented letters before the @.',
  before_now: () => 'Choose a time in the past.',
  between: ({ numbers }) => `Enter a number from ${number(numbers.at(-2))} to ${number(numbers.at(-1))}.`,
  bytes: ({ numbers }) => `This is too large. At most ${ofBytes(numbers.at(-1))} are allowed.`,
  cells: () => 'The row has more cells than the first line has columns.',
  csv: () => 'Choose a CSV file.',
  csv_columns: ({ numbers }) => `The file has more than ${number(numbers.at(-1))} columns.`,
  csv_email: () => 'The file has no column with email addresses.',
  csv_header: () => 'The first line of the file is too long, or a quotation mark is missing.',
  date_order: () => 'The day and the month of this date could be swapped. Choose their order.',
  days: ({ numbers }) => `Choose at most ${number(numbers.at(-1))} days.`,
  days_ahead: ({ numbers }) => `Choose a time within the next ${number(numbers.at(-1))} days.`,
  design: ({ rest }) => (rest === '' ? 'The content has an error.' : `The content has an error: ${rest}`),
  email: ({ rest }) =>
    rest === '' ? 'Enter an email address, such as ada@example.com.' : `${rest} is not an email address.`,
  empty_when: () => 'Leave this empty.',
  file_names: () => 'The name of the file is too long, or has characters that are not allowed.',
  files: () => 'Choose a file.',
  format: () => 'This has characters that are not allowed here, or a wrong form.',
  image: () => 'Choose a PNG, JPEG, GIF or WebP image.',
  image_cost: () => 'The image is too large. Use one with fewer pixels.',
  image_pixels: ({ numbers }) =>
    `The image is too large. At most ${number(numbers.at(-1))} million pixels are allowed.`,
  integer: () => 'Enter a whole number.',
  items: ({ numbers }) => `At most ${number(numbers.at(-1))} are allowed.`,
  matches: () => 'This does not have the expected form.',
  max: ({ numbers }) => `Use at most ${number(numbers.at(-1))} characters.`,
  min: ({ numbers }) => `Use at least ${number(numbers.at(-1))} characters.`,
  not_before: () => 'The end must not be before the start.',
  number: () => 'Enter a number.',
  network: () => 'Write one network a line, such as 192.0.2.0/24 or 2001:db8::/32.',
  day: () => 'Choose a day.',
  own_address: () => 'This is not the address of your account.',
  own_password: () => 'This is not your password.',
  own_code: () => 'This code is wrong, too old, or already used.',
  one_address: () => 'Enter only one email address.',
  other: () => 'This cannot be used. Check it, and try again.',
  owner_required: () => 'Enter a name.',
  required: () => 'This is required.',
  selected: () => 'This cannot be chosen. Choose something else.',
  slow: () =>
    'This takes too long. Try again later, or narrow the search: more letters, fewer filters or fewer days.',
  table: () => 'Choose a CSV file, a workbook or an archive of CSV files.',
  unpacked: ({ rest }) =>
    rest === '' ? 'The file cannot be unpacked.' : `The file cannot be unpacked: ${rest}`,
  separators: () => 'This could be read as two different numbers.',
  unicode: () => 'This has characters that cannot be read. Save it as UTF-8.',
  unicode_name: () => 'The name of the file has characters that cannot be read. Rename it.',
  taken: () => 'This already exists. Enter another one.',
};

const GONE = 'This no longer exists. It may have been deleted.';
const SERVER = 'The service reported an error. Try again. If it happens again, tell your administrator.';
const BUSY = 'The service is busy. Wait a moment and try again.';
const REFUSED = 'The service refused this. Load the page again, then try once more.';

/** Why a call failed, by the API's code. */
export const failures: Failures = {
  account_not_paused: 'Your account is not paused.',
  automation_not_live: 'The automation is not turned on.',
  automation_was_live: 'An automation that was turned on before cannot be changed in this way.',
  bulk_change_counting: 'The contacts are still being counted. Try again in a moment.',
  bulk_changes_busy: 'Three changes are already in progress. Wait until one of them ends.',
  busy: BUSY,
  cancelled: 'This was cancelled.',
  client_gone: 'The connection was lost. Try again.',
  closed: 'This account is closed.',
  conflict: 'This is not possible now. Load the page again.',
  ended: 'This has already ended.',
  expectation: REFUSED,
  export_running: 'Another download is still running. Wait until it ends.',
  field_in_use: 'A segment uses this field. Change or delete the segment first.',
  forbidden: 'You do not have permission for this.',
  group_missing: 'The subscription type was deleted. Choose another one.',
  headers_too_large: REFUSED,
  idempotency_reused: REFUSED,
  idempotency_running: 'This is already being done. Wait a moment.',
  import_running: 'The import is still running. Wait until it ends.',
  import_undo_late: 'It is too late to undo this import.',
  move_applied: 'This move has been applied already.',
  move_running: 'The move is still running. Wait until it ends.',
  move_files_deleted: 'The files of this move were deleted. Upload them again.',
  move_rows_deleted: 'The lists of this move are too old and were deleted. Its counts remain.',
  move_undo_late: 'It is too late to undo this move.',
  move_reading: 'The files are still being read. Wait until the plan is ready.',
  move_not_applied: 'This move has not been applied yet.',
  import_was_dry_run: 'This was only a preview. Nothing was imported.',
  invalid_inputs: 'Check what you entered.',
  keys_missing: 'Sign in, then try again.',
  keys_wrong: 'Your session had ended. Sign in, then try again.',
  mails_expired: 'These emails are too old to be sent again.',
  malformed: REFUSED,
  media_type: REFUSED,
  method_not_allowed: REFUSED,
  no_such_path: GONE,
  not_found: GONE,
  nothing_to_retry:
    'There is nothing to retry. Emails to missing addresses and refused content are not sent again.',
  other_network: 'This is not allowed from your network.',
  out_of_scope: 'You do not have permission for this.',
  quota: 'Your account has reached a limit. Your administrator can raise it.',
  rate: 'Too many requests at once. Wait a moment and try again.',
  recipients_missing: 'The audience or segment was deleted. Choose the recipients again.',
  release_used: 'You released your account recently. This time only your administrator can do it.',
  send_not_completed: 'The campaign is not completed yet.',
  send_not_paused: 'The campaign is not paused.',
  send_not_running: 'The campaign is not being sent.',
  send_running: 'The campaign is already being sent.',
  sender_deleted: 'The sender was deleted. Choose another one.',
  sender_unverified: 'The sender is not confirmed. Open the link in the email to its address.',
  server_error: SERVER,
  store_away: SERVER,
  suspended: 'This account is suspended. Tell your administrator.',
  template_empty: 'The email is empty. Add content first.',
  template_unrenderable: 'The content has an error. Fix it first.',
  timeout: 'This took too long. Try again.',
  too_large: 'This is too large.',
  too_many_records: 'Your account has as many of these as are allowed. Delete one first.',
  version_changed: 'This was changed elsewhere. Load the page again.',
};

/** Findings about the account, which Home shows. */
export const accountCheckTexts: AccountCheckTexts = {
  account_complaints: () =>
    'Many recipients reported your emails as spam. At 0.3% your campaigns are paused. Email only people who agreed.',
  account_bounces: () =>
    'Many of your emails went to mailboxes that do not exist. At 10% your campaigns are paused. Remove old addresses.',
};
