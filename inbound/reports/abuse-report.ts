import { addressesInText, addressIn } from './addresses.ts';
import { first, readGroups } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { ArrivedMail } from './mail.ts';
import type { ReportBody } from './report.ts';
import { onOneLine } from './said.ts';

/** Types of reports that are no complaint of a recipient (RFC 5965, 7.3; RFC 6430; RFC 6591). */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure', 'dmarc', 'virus', 'opt-in']);

/** The header that Microsoft's feedback loop adds to the mail that it returns. */
const MICROSOFT = 'x-hmxmroriginalrecipient';

/** An abuse report (RFC 5965, or Microsoft's older form). Null: the mail is none. `unheard`: it is no complaint. */
export function readAbuseReport(mail: ArrivedMail): ReportBody | 'unheard' | null {
  return readFeedback(mail) ?? readEnclosed(mail);
}

function readFeedback(mail: ArrivedMail): ReportBody | 'unheard' | null {
  const part = mail.parts.find(({ type }) => type === 'message/feedback-report');
  const text = part?.text ?? null;
  if (text === null) return null;
  // It has one group; a blank line within it is a fault of some providers.
  const groups = readGroups(text);
  const field = (name: string) =>
    groups.map((group) => first(group, name)).find((value) => value !== null) ?? null;
  const type = (field('feedback-type') ?? 'abuse').toLowerCase().slice(0, 40);
  if (NO_COMPLAINT.has(type)) return 'unheard';
  const named = groups.flatMap((group) =>
    ['original-rcpt-to', 'removal-recipient', 'x-original-rcpt-to'].flatMap((name) => group.get(name) ?? []),
  );
  const original =
    mail.parts.find((one) => one.type === 'message/rfc822' || one.type === 'text/rfc822-headers')?.text ?? '';
  const addresses = new Set(named.flatMap((value) => addressIn(value) ?? []));
  if (addresses.size === 0) for (const address of recipientsOf(original)) addresses.add(address);
  return complaint([...addresses], type, field('user-agent') ?? '');
}

/** Microsoft's older form (JMRP): the only enclosed message has a header of Microsoft's, which a forwarded mail lacks. */
function readEnclosed({ headers, parts }: ArrivedMail): ReportBody | null {
  if (!/^\s*multipart\/mixed/i.test(first(headers, 'content-type') ?? '')) return null;
  const enclosed = parts.filter(({ type }) => type === 'message/rfc822');
  const [only] = enclosed;
  if (enclosed.length !== 1 || !only || !readGroups(only.text)[0]?.has(MICROSOFT)) return null;
  return { ...complaint(recipientsOf(only.text), 'abuse', 'Microsoft JMRP'), byEnclosed: true };
}

function complaint(addresses: readonly string[], type: string, program: string): ReportBody {
  const reply = onOneLine(`${type} ${program}`);
  const verdict = { class: 'policy', rule: `complaint-${/^[a-z-]+$/.test(type) ? type : 'other'}` } as const;
  const of = (address: string | null) => ({ address, status: null, reply, ...verdict });
  const list = addresses.slice(0, LIMITS.recipients).map(of);
  return { kind: 'complained', recipients: list.length > 0 ? list : [of(null)] };
}

/** The recipient of a mail by its headers. Several do not show who complained. */
function recipientsOf(original: string): string[] {
  const headers = readGroups(original)[0];
  if (!headers) return [];
  for (const name of [MICROSOFT, 'delivered-to', 'x-original-to', 'to']) {
    const found = (headers.get(name) ?? []).flatMap(addressesInText);
    if (found.length === 1) return found;
  }
  return [];
}
