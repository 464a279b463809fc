import type { SingleSendOverview } from '../../../client/src/index.ts';
import type { Texts } from '../texts/texts.ts';
import { textsNow } from '../texts/texts.ts';

type Standing = Pick<SingleSendOverview, 'hold_reason' | 'hold_detail' | 'paused_reason' | 'paused_detail'>;

type FailureName = keyof Texts['ownFailures'];

/** The worker's texts of what ended early; the API gives them no code. */
const ENDS: readonly (readonly [RegExp, Exclude<FailureName, 'row'>])[] = [
  [/^The unsubscribe group was deleted/, 'groupGone'],
  [/^The segment was deleted/, 'segmentGone'],
  [/^The segment was changed/, 'segmentChanged'],
  [/^A custom field of the conditions was deleted/, 'fieldGone'],
  [/^The contact type was deleted/, 'audienceGone'],
  [/^The address that it searched for was erased/, 'erased'],
  [/^Quota reached: opt_outs/, 'optOutsFull'],
  [/^Quota reached: contacts/, 'contactsFull'],
  [/^Quota reached/, 'full'],
  [/^The uploaded file is gone/, 'fileGone'],
  [/^The person of this row was erased/, 'personErased'],
  [/a quoted cell does not end/, 'quote'],
];

const endOf = (failure: string) => ENDS.find(([form]) => form.test(failure));

/** Why a change of many contacts or an import ended early, in the words of the console. */
export function failureWords(failure: string, { ownFailures }: Pick<Texts, 'ownFailures'>): string {
  const found = endOf(failure);
  const line = Number(/^Line (\d+)/.exec(failure)?.[1] ?? 0);
  return ownFailures[found ? found[1] : 'gaveUp'](line);
}

const FORMS = [
  [/must be a valid email address/, 'email'],
  [/not several/, 'one_address'],
  [/read as two numbers/, 'separators'],
  [/must be a number/, 'number'],
  [/must be an integer/, 'integer'],
  [/must not be greater than/, 'max'],
  [/must be at least/, 'min'],
  [/is required/, 'required'],
  [/must match the format/, 'matches'],
  [/cells, the header/, 'cells'],
  [/must be UTF-8/, 'unicode'],
  [/may be read in two ways/, 'date_order'],
  [/^The selected/, 'selected'],
  [/format is invalid/, 'format'],
] as const;

const FIELD = /^The (?:selected (.+) is invalid|(?:custom field )?(.+?) field (?:must|may|is|format))/;

/** The field that a reason is about. */
export function fieldOfReason(reason: string): string | null {
  const [, chosen, written] = FIELD.exec(reason) ?? [];
  return (chosen ?? written)?.replaceAll(' ', '_') ?? null;
}

/** Why a row of a file was refused, with the name of its field. */
export function rowReason(reason: string, nameOf: (field: string) => string): string {
  const { inputRefusals, ownFailures } = textsNow();
  const end = endOf(reason);
  if (end) return ownFailures[end[1]](0);
  const form = FORMS.find(([one]) => one.test(reason)) ?? ([null, 'other'] as const);
  const numbers = (reason.match(/\d+/g) ?? []).map(Number);
  const words = inputRefusals[form[1]]({ numbers, rest: '', text: reason });
  const field = fieldOfReason(reason);
  return field === null ? words : ownFailures.row(nameOf(field), words);
}

const DOUBTS = [
  [/^The worker|^aborted/, 'stopped'],
  [/^no answer| in \d+ ms$|few bytes/, 'silent'],
  [/^\d{3}\b|unexpected reply|more replies|without a command|was answered|after it had refused/, 'unclear'],
] as const;

/** Why it is unknown whether an email arrived. */
export const doubtWords = (reason: string, { doubtCauses }: Pick<Texts, 'doubtCauses'>): string =>
  doubtCauses[DOUBTS.find(([form]) => form.test(reason))?.[1] ?? 'lost'];

/** The reply of a mail server, as it is; the service's own words have no code of a reply. */
const REPLY = /^[245]\d\d(?:[\s-]|$)/;

/** What a mail server said, or why it could not be asked. */
export const serverWords = (reply: string, texts: Pick<Texts, 'doubtCauses'>): string =>
  REPLY.test(reply) ? reply : doubtWords(reply, texts);

/** The same, where a reply is named as one. */
export const lastReplyWords = (reply: string, texts: Pick<Texts, 'doubtCauses' | 'reportParts'>): string =>
  REPLY.test(reply) ? texts.reportParts.troubleReply(reply) : doubtWords(reply, texts);

/** Whether the content of a held campaign waits for its turn; this hold ends by itself. */
export const isBusyHold = ({
  hold_reason,
  hold_detail,
}: Pick<Standing, 'hold_reason' | 'hold_detail'>): boolean =>
  hold_reason === 'template_failed' && (hold_detail ?? '').includes('too busy');

const UNEVEN = /^The audience does not add up: (\d+) recipients were counted, and (\d+) are/;

/** More about the hold or pause of a campaign. Null: its reason says all. */
export function standingWords(
  { hold_reason, hold_detail, paused_reason, paused_detail }: Standing,
  { campaignsPage: { standing }, reportParts }: Pick<Texts, 'campaignsPage' | 'reportParts'>,
): string | null {
  const detail = hold_detail ?? paused_detail ?? '';
  const reason = hold_reason ?? paused_reason;
  const [count = 0, all = 0] = (/^(\d+) of (\d+) /.exec(detail) ?? []).slice(1).map(Number);
  const line = /\bline (\d+)/i.exec(detail)?.[1];
  if (reason === 'template_failed')
    return isBusyHold({ hold_reason, hold_detail })
      ? standing.busy
      : line === undefined
        ? null
        : standing.line(Number(line));
  const uneven = UNEVEN.exec(detail);
  if (reason === 'failed' && uneven) return standing.uneven(Number(uneven[1]), Number(uneven[2]));
  if (reason === 'too_many_bounces' && all > 0) return standing.bounces(count, all);
  if (reason === 'too_many_complaints' && all > 0) return standing.complaints(count, all);
  // The domain may come first.
  return (reason === 'refused' || reason === 'too_many_bounces') && REPLY.test(detail.replace(/^\S+: /, ''))
    ? reportParts.troubleReply(detail)
    : null;
}

/** Why the campaigns of an account wait, for the operator. Null: no figures are known. */
export function brakeWords(
  detail: string,
  { operatorPage: { brakes } }: Pick<Texts, 'operatorPage'>,
): string | null {
  const [count = 0, all = 0, time = 0] = (detail.match(/\d+/g) ?? []).map(Number);
  if (all === 0) return null;
  const days = detail.endsWith(' days') ? time : 1;
  return brakes[detail.includes('spam') ? 'complaints' : 'bounces'](count, all, days);
}

const CALLS = [
  [/^It answered/, 'answered'],
  [/^It did not answer/, 'silent'],
  [/^Its host/, 'host'],
  [/^Its address/, 'address'],
  [/^Its (?:port|URL)/, 'url'],
] as const;

/** Why an event did not reach a webhook. */
export const callWords = (failure: string, { callFailures }: Pick<Texts, 'callFailures'>): string =>
  callFailures[CALLS.find(([form]) => form.test(failure))?.[1] ?? 'unreached'](
    /(?<=\()[^()]+(?=\)$)|\d+/.exec(failure)?.[0] ?? '',
  );

const LOGOS = [
  [/no valid DMARC/, 'dmarc'],
  [/^The DMARC/, 'policy'],
  [/BIMI records|tag l/, 'record'],
  [/^The address|could not be fetched/, 'place'],
  [/32 kB/, 'size'],
  [/not square/, 'shape'],
] as const;

/** Why mailbox providers do not show the logo of a domain. */
export const logoWords = (
  problem: string,
  { domainReports }: { readonly domainReports: Pick<Texts['domainReports'], 'logoFaults'> },
): string => domainReports.logoFaults[LOGOS.find(([form]) => form.test(problem))?.[1] ?? 'form'];
