import { addressesInText } from './addresses.ts';
import { first, type ReportFields } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { ArrivedMail } from './mail.ts';
import { onePassage, originOf, ownLines, passagesOf } from './passages.ts';
import type { ReportBody, ReportedRecipient } from './report.ts';
import { onOneLine, verdictOfReport } from './said.ts';

/** Senders of bounces. A person's mail that quotes one is none. */
const DAEMON =
  /mailer-?daemon|post_?master|mail delivery (?:sub)?system|mail ?daemon|mdaemon|mail-?delivery|mail administrator|system administrator|mmdf|bounce|mail ?system|gateway|smtp|mta\b|root@|nobody@|no-?reply@sns|amazonses|delivery/i;
const SUBJECT =
  /undeliver|failure notice|message \S{1,40} delayed|delivery (?:status|failure|failed|has failed|error|report|notification|problem|to .{0,80}(?:failed|delayed))|mail delivery|returned (?:mail|to sender)|mail (?:failure|error|system error)|could ?n[o']t be delivered|cannot be delivered|can't be delivered|not delivered|non.?deliver|nondeliver|unzustellbar|non remis|message (?:status|delayed|delivery|not deliver)|rejected mail|user unknown|bounced|error mail|mail could not|failed mail|nondeliverable|email error|problem delivering|unable to deliver|配信|エラー|送信できません|退信|не доставлено/i;
const OF_PEOPLE_WHO_HELP = /^(?:support|help|abuse|admin|contact|info|post_?master|mailer-?daemon)/i;
const DELAY =
  /will (?:be retried|keep trying|continue trying|be attempted|retry)|delivery (?:is |has been )?(?:temporarily )?(?:delayed|delay)|warning message only|no action is required on your part|this is a warning|has not yet been delivered|will continue for|still (?:trying|being)|temporarily deferred.{0,40}will/i;
const FAILURE =
  /could ?n[o']t be delivered|cannot be delivered|can'?t be delivered|not (?:be )?(?:delivered|reach)|undeliver|unable to deliver|wasn'?t able to deliver|delivery (?:has )?(?:permanently )?failed|failed (?:permanently|address|recipient|delivery)|did not reach|permanent (?:fatal )?(?:error|failure)|returned to (?:you|sender)|rejected|errors? (?:during|occurred|in delivery)|delivery errors|user unknown|unknown user|transcript of session|failure reasons?|bounced|error message below|invalid user address/i;

/** A bounce without a delivery status, as of qmail, Exim, old Sendmail, Exchange 5.5 and Lotus Domino. Null: the mail is none. */
export function readPlainBounce({ headers, text }: ArrivedMail): ReportBody | null {
  if (!isFromServer(headers)) return null;
  const own = ownLines(text);
  const intro = own.join('\n').slice(0, LIMITS.text);
  const failedField = [...(headers.get('x-failed-recipients') ?? [])].flatMap(addressesInText);
  if (
    failedField.length === 0 &&
    !FAILURE.test(intro) &&
    !DELAY.test(intro) &&
    !SUBJECT.test(first(headers, 'subject') ?? '')
  )
    return null;

  const passages = passagesOf(text);
  const addresses =
    failedField.length > 0 ? failedField : [...new Set(passages.map(({ address }) => address))];
  const us = new Set([...(headers.get('to') ?? [])].flatMap(addressesInText).map((one) => one.toLowerCase()));
  const others = addresses.filter((one) => !us.has(one.toLowerCase()));
  const named = others.length > 0 ? others : addresses;
  const inside =
    named.length > 0
      ? []
      : addressesInText(intro).filter((one) => !us.has(one.toLowerCase()) && !OF_PEOPLE_WHO_HELP.test(one));
  const chosen = inside.length === 1 ? inside : named;
  const list: ReportedRecipient[] = chosen.slice(0, LIMITS.recipients).map((address) => {
    const reply = onePassage(text, address) ?? onOneLine(intro);
    const origin = originOf(text, address);
    return {
      address: origin ?? address,
      ...(origin !== null && { aliases: [address] }),
      status: statusIn(reply),
      reply,
      ...verdictOfReport({ status: null, text: reply, address, isProse: true }),
    };
  });
  if (list.length === 0) {
    const subject = first(headers, 'subject') ?? '';
    const reply = onePassage(text, null) ?? onOneLine(`${subject} ${intro}`);
    list.push({
      address: null,
      status: statusIn(reply),
      reply,
      ...verdictOfReport({ status: null, text: reply, address: null, isProse: true }),
    });
  }
  return {
    kind: DELAY.test(intro) && !/permanent|given up/i.test(intro) ? 'deferred' : 'bounced',
    recipients: list,
  };
}

const statusIn = (text: string): string | null =>
  /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? null;

function isFromServer(headers: ReportFields): boolean {
  if (headers.has('x-failed-recipients')) return true;
  const from = (first(headers, 'from') ?? '').slice(0, 500);
  const empty = (first(headers, 'return-path') ?? '').trim() === '<>';
  const subject = (first(headers, 'subject') ?? '').slice(0, 500);
  return DAEMON.test(from) || ((empty || /no-?reply/i.test(from)) && SUBJECT.test(subject));
}
