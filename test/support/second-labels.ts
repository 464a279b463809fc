import type { ReplyClass } from '../../common/domain/reply-classes.ts';

type Row = readonly [RegExp, ReplyClass];

/** Codes and links that providers document: Google, Microsoft, Yahoo, Apple, Orange, IONOS, Comcast, and the operators of block lists. */
const DOCUMENTED: readonly Row[] = [
  [/[?&]p=NoSuchUser\b/, 'gone'],
  [/[?&]p=DisabledUser\b/, 'inactive'],
  [/[?&]p=OverQuota(?:Perm|Temp)\b/, 'full'],
  [/\b5\.4\.1 .*recipient address(?:es)? rejected ?: access denied/i, 'gone'],
  [/RESOLVER\.ADR\.(?:Ex)?Recip(?:ient)?NotFound/i, 'gone'],
  [/RESOLVER\.RST\.\w*SizeLimit/i, 'size'],
  [/\b4\.7\.65[0-2]\b/, 'slow'],
  [/\b5\.7\.(?:509|515)\b/, 'auth'],
  [/\(S\d{3,5}\)|\bAS\(?\d{6,}/, 'policy'],
  [/\b554[. ]30\b/, 'inactive'],
  [/\[(?:BL\d\d|PH\d\d|CS\d\d|HM\d\d)\]/, 'policy'],
  [/\bOFR_?0*(?:\d{3})?_?416\b/, 'gone'],
  [/\bOFR_?417\b/, 'full'],
  [/\bOFR\d{3}_10[23]\b/, 'policy'],
  [/[?&]c=r1601\b/, 'gone'],
  [/[?&]c=r1503\b/, 'full'],
  [/error-codes\.php#BL\d/, 'policy'],
  [
    /spamhaus|sorbs|spamcop|uribl|barracudacentral|cloudmark|senderbase|abusix|spamrl|junkemailfilter|prs\.proofpoint/i,
    'policy',
  ],
];

/** RFC 3463 and its registry at IANA, by the detail of a permanent code. */
const BY_DETAIL: readonly Row[] = [
  [/^\d\.1\.[0-3]$|^\d\.1\.10$/, 'gone'],
  [/^\d\.1\.6$|^\d\.2\.1$|^\d\.7\.13$/, 'inactive'],
  [/^\d\.1\.[78]$/, 'auth'],
  [/^\d\.2\.2$/, 'full'],
  [/^\d\.2\.3$|^\d\.3\.4$/, 'size'],
  [/^\d\.4\.[1-37]$/, 'later'],
  [/^\d\.4\.4$/, 'gone'],
  [/^\d\.6\.\d+$/, 'content'],
  [/^\d\.7\.(?:4|1[01]|2\d|30|32)$/, 'auth'],
  [/^\d\.7\.\d+$/, 'policy'],
];

/** The same for temporary codes: most of them say only that it passes. */
const BY_TEMPORARY_DETAIL: readonly Row[] = [
  [/^4\.2\.2$/, 'full'],
  [/^4\.(?:5\.3|4\.5|7\.28)$/, 'slow'],
  [/^4\.7\.(?:2[3-9]|32)$/, 'auth'],
];

/** RFC 5321, 4.2.3, where the reply code alone is clear. 550, 551 and 554 say nothing about the cause. */
const BY_CODE: Readonly<Record<string, ReplyClass>> = {
  421: 'slow',
  450: 'later',
  451: 'later',
  452: 'later',
  530: 'auth',
  552: 'full',
  553: 'gone',
};

const first = (rows: readonly Row[], text: string): ReplyClass | null =>
  rows.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * The class of a reply by what documents say about its codes, without a look at its words: a second opinion about labels that a person
 * gave by the words. Null where the documents leave it open.
 */
export function secondLabel(text: string): ReplyClass | null {
  const documented = first(DOCUMENTED, text);
  if (documented !== null) return documented;
  const detail = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(text)?.[0];
  const code = /^[45]\d\d(?=[ -])/.exec(text)?.[0];
  if (detail !== undefined && !detail.endsWith('.0.0')) {
    const isTemporary = detail.startsWith('4');
    const byDetail = first(isTemporary ? BY_TEMPORARY_DETAIL : BY_DETAIL, detail);
    if (byDetail !== null) return byDetail;
    if (isTemporary) return code === '421' ? 'slow' : 'later';
  }
  return code === undefined ? null : (BY_CODE[code] ?? null);
}
