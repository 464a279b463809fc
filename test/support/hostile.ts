import * as fc from 'fast-check';

const long = (text: string, times: number): string => text.repeat(times);

/** What no input is meant to be, from reliability.md 3.1 to 3.3, as far as it fits into a request. */
export const HOSTILE: readonly unknown[] = [
  // Numbers and what looks like some.
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  '-0',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '９９',
  '99999999999999999999999999',
  // Other kinds.
  null,
  true,
  [],
  {},
  [[['deep']]],
  [null, {}],
  { $ne: '1' },
  { $gt: '' },
  { $regex: '.*' },
  { $where: 'sleep(5000)' },
  { path: '/etc/passwd', href: 'http://127.0.0.1/' },
  { toString: 'x', length: 1e9 },
  // Names that objects have.
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  // Characters.
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  'a\r\nBcc: victim@example.com',
  'a\nb',
  'a\u0085b\u2028c\u2029d',
  '\u202egnp.exe',
  '\ufeff\u200b',
  'Z͑ͫ̓͆̃͊ͥa̐ͤ͡l͒ͤ͠go',
  '=?utf-8?B?QmNjOiB2aWN0aW0=?=',
  '\u001b[2J',
  // Markup, paths, formulae, expressions.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{"mjml":"<mjml><mj-include path=\\"/etc/passwd\\" /></mjml>"}',
  '{"mjml":{"$ne":1}}',
  '((((((((((first_name))))))))))',
  '((constructor|((email))))',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '=cmd|/C calc!A0',
  '%00%ff%',
  "' OR 1=1 --",
  '${7*7}{{7*7}}',
  '(a+)+$',
  'contacts_',
  'contacts_-1',
  'segments_1e9',
  '0000-00-00',
  '2026-02-30',
  '99:99:99',
  'a@b@c, d@e',
  ',,,,',
  '"a b"@example.com',
  // Length.
  long('x', 256),
  long('(', 20_000),
  long('a', 100_000),
  long('a@example.com,', 2000),
  long('{"a":', 5000),
  Array.from({ length: 1001 }, (_, at) => at),
];

/** Any of them, or anything else that a request can hold. */
export const anyHostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** What may stand behind a key, in brackets. */
export const OPERATORS = [
  '$ne',
  '$gt',
  '$regex',
  '$where',
  '$in][',
  '__proto__',
  'constructor',
  'path',
] as const;
