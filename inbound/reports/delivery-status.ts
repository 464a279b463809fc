import { addressIn } from './addresses.ts';
import { first, type ReportFields, readGroups } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { ArrivedMail } from './mail.ts';
import { onePassage, originOf } from './passages.ts';
import type { ReportBody, ReportedRecipient } from './report.ts';
import { onOneLine, verdictOfReport } from './said.ts';

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
const STATUS = /^[245]\.\d{1,3}\.\d{1,3}/;
/** Diagnoses of these types quote another server (RFC 3464, 2.3.6); others are numbers or words of the reporting server. */
const EMPTY_DIAGNOSIS = /^(?:\d{0,5}|[245]\d\d(?: [245]\.\d{1,3}\.\d{1,3})?)$/;

/** Fields that name a recipient. The original one is the address that we mailed; a forwarder's final one is unknown to us. */
const ADDRESS_FIELDS = [
  'original-recipient',
  'x-original-recipient',
  'final-recipient',
  'x-actual-recipient',
];

type StatusKind = 'bounced' | 'deferred';

/** RFC 3464, 2.3.3. Null: delivered, relayed or expanded. */
function kindOf(action: string | null, status: string | null): StatusKind | null {
  switch (action?.toLowerCase().split(/[\s;(]/)[0]) {
    case 'failed':
    case 'failure':
    case 'expired':
      return 'bounced';
    case 'delayed':
      return 'deferred';
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return null;
    default:
      if (status === null || status.startsWith('2')) return null;
      return status.startsWith('4') ? 'deferred' : 'bounced';
  }
}

const hostIn = (field: string | null): string | undefined =>
  field === null
    ? undefined
    : field
        .slice(field.indexOf(';') + 1)
        .trim()
        .split(/[\s([]/)[0] || undefined;

/** The groups of fields. Some servers damage the borders of the parts; then the fields are in the raw mail. */
function groupsOf(mail: ArrivedMail): ReportFields[] {
  const parts = mail.parts.filter(({ type }) => STATUS_TYPES.has(type));
  if (parts.length > 0) return parts.flatMap(({ text }) => readGroups(text));
  const announced = /^\s*multipart\/report/i.test(first(mail.headers, 'content-type') ?? '');
  if (!announced || !/^final-recipient:/im.test(mail.raw)) return [];
  return readGroups(mail.raw).filter((group) => group.has('final-recipient'));
}

/** A delivery status (RFC 3464). Null: the mail has none. `unheard`: all mails were delivered or relayed. */
export function readDeliveryStatus(mail: ArrivedMail): ReportBody | 'unheard' | null {
  const groups = groupsOf(mail);
  if (groups.length === 0) return null;
  const found: { kind: StatusKind; recipient: ReportedRecipient }[] = [];
  let ofMessage: ReportFields | null = null;
  for (const group of groups) {
    if (group.has('reporting-mta')) ofMessage = group;
    if (!group.has('final-recipient') && !group.has('original-recipient') && !group.has('action')) continue;
    const read = recipientOf(group, ofMessage, mail);
    if (read) found.push(read);
    if (found.length >= LIMITS.recipients) break;
  }
  if (found.length === 0) return groups.some((group) => group.has('action')) ? 'unheard' : null;
  const kind = found.some((one) => one.kind === 'bounced') ? 'bounced' : 'deferred';
  // One kind at a time: the end of a delay is reported again.
  return { kind, recipients: found.filter((one) => one.kind === kind).map(({ recipient }) => recipient) };
}

function recipientOf(
  group: ReportFields,
  ofMessage: ReportFields | null,
  mail: ArrivedMail,
): { kind: StatusKind; recipient: ReportedRecipient } | null {
  const status = STATUS.exec(first(group, 'status') ?? '')?.[0] ?? null;
  const kind = kindOf(first(group, 'action'), status);
  if (kind === null) return null;
  const named = ADDRESS_FIELDS.flatMap((name) => addressIn(first(group, name)) ?? []);
  const address = named[0] ?? null;
  const final = addressIn(first(group, 'final-recipient'));
  const origin = final === null ? null : originOf(mail.text, final);
  const diagnosis = onOneLine(
    (first(group, 'diagnostic-code') ?? '').replace(/^\s{0,9}[\w-]{1,40}\s{0,9};\s{0,9}/, ''),
  );
  const isEmpty = EMPTY_DIAGNOSIS.test(diagnosis) || diagnosis === '';
  const reply = isEmpty ? (onePassage(mail.text, address) ?? diagnosis) : diagnosis;
  const known = status !== null && status.endsWith('.0.0') ? null : status;
  // A gateway may append a text of its own: without the address it says less than the status.
  const isAside = isEmpty && known !== null && address !== null && !mail.text.includes(address);
  const server = hostIn(first(group, 'remote-mta')) ?? hostIn(ofMessage && first(ofMessage, 'reporting-mta'));
  const verdict = verdictOfReport({
    status: known,
    text: isAside ? diagnosis : reply,
    address,
    isProse: isEmpty,
    ...(server === undefined ? {} : { server }),
  });
  const [mailed = null, ...aliases] = new Set(origin === null ? named : [origin, ...named]);
  const of = { address: mailed, ...(aliases.length > 0 && { aliases }) };
  return { kind, recipient: { ...of, status, reply, ...verdict } };
}
