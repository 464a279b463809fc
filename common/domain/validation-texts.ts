const spoken = (key: string): string => key.replaceAll('_', ' ');
const field = (key: string, rule: string): string => `The ${spoken(key)} field ${rule}`;

/** Each text (docs/rules.md 2.7) is about one input of the API or one column of a file. Only this table forms them. */
export const texts = {
  unicode: (key: string) => field(key, 'must be UTF-8 text.'),
  unicodeName: (key: string) => field(key, 'must have a file name of UTF-8 text.'),
  required: (key: string) => field(key, 'is required.'),
  /** The published contract has this text for `email_owner`, without a period. */
  ownerRequired: () => 'The name field is required',
  email: (key: string, address?: string) =>
    field(key, `must be a valid email address${address === undefined ? '.' : `: ${address}.`}`),
  oneAddress: (key: string) => field(key, 'must have one email address, not several.'),
  dateOrder: (key: string) => field(key, 'may be read in two ways; see the input date_order.'),
  separators: (key: string) => field(key, 'may be read as two numbers.'),
  asciiEmail: (key: string) => field(key, 'must be a valid email address, of ASCII characters before the @.'),
  integer: (key: string) => field(key, 'must be an integer.'),
  number: (key: string) => field(key, 'must be a number.'),
  min: (key: string, count: number) => field(key, `must be at least ${count} characters.`),
  max: (key: string, count: number) => field(key, `must not be greater than ${count} characters.`),
  between: (key: string, from: number, to: number) => field(key, `must be between ${from} and ${to}.`),
  items: (key: string, count: number) => field(key, `must not have more than ${count} items.`),
  selected: (key: string) => `The selected ${spoken(key)} is invalid.`,
  taken: (key: string) => `The ${spoken(key)} has already been taken.`,
  matches: (key: string, format: string) => field(key, `must match the format ${format}.`),
  afterNow: (key: string) => field(key, 'must be a date after now.'),
  beforeNow: (key: string) => field(key, 'must be a date before now.'),
  notBefore: (key: string, other: string) => field(key, `must be a date after or equal to ${spoken(other)}.`),
  days: (key: string, count: number) =>
    field(key, `must be at most ${count} days before the end of the last day.`),
  daysAhead: (key: string, count: number) => field(key, `must be a date within the next ${count} days.`),
  csv: (key: string) => field(key, 'must be a file of type: csv.'),
  table: (key: string) => field(key, 'must be a file of type: csv, tsv, txt, gz, zip, xlsx.'),
  unpacked: (key: string, problem: string) => field(key, `can not be unpacked: ${problem}`),
  csvEmail: (key: string) => field(key, 'must have an email column.'),
  csvColumns: (key: string, count: number) => field(key, `must not have more than ${count} columns.`),
  csvHeader: (key: string, bytes: number) =>
    field(key, `must have a header of at most ${bytes} bytes, its quotes in pairs.`),
  image: (key: string) => field(key, 'must be a file of type: png, jpeg, gif, webp.'),
  imagePixels: (key: string, millions: number) =>
    field(key, `must be an image of at most ${millions} million pixels.`),
  animation: (key: string, frames: number, millions: number) =>
    field(
      key,
      `must be an animation of at most ${frames} frames and ${millions} million pixels in all frames together.`,
    ),
  imageCost: (key: string) =>
    field(key, 'must be an image that can be processed in less time and memory: give it fewer pixels.'),
  files: (key: string) =>
    field(key, 'must be files of a multipart form, or objects with name, type and content in base64.'),
  fileNames: (key: string, count: number) =>
    field(
      key,
      `must have file names of 1 to ${count} characters, without slashes, backslashes and control characters.`,
    ),
  bytes: (key: string, count: number) => field(key, `must not be greater than ${count} bytes.`),
  emptyWhen: (key: string, other: string) => field(key, `must be empty when ${spoken(other)} is given.`),
  network: (key: string, given: string) =>
    field(key, `must have networks such as 192.0.2.0/24, one a line, unlike ${given}.`),
  day: (key: string) => field(key, 'must be a day such as 2030-12-31.'),
  ownAddress: () => 'This is not the address of your account.',
  ownPassword: () => 'This is not your password.',
  ownCode: () => 'This code is wrong, too old, or already used.',
  /** `problem` names the place, the fault and the fix. */
  design: (key: string, problem: string) => field(key, `can not be used: ${problem}`),
  /** A row of a file with more cells than its header has columns. */
  cells: (cells: number, columns: number) => `The row has ${cells} cells, the header ${columns}.`,
  format: (key: string) => field(key, 'format is invalid.'),
  /** `advice`: what makes the answer quicker. */
  slow: (seconds: number, advice: string) =>
    `The answer takes longer than ${seconds} seconds. ${advice}, or try again later.`,
} as const;
