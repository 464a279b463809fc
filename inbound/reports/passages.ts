import { addressesInText } from './addresses.ts';
import { lines } from './fields.ts';
import { LIMITS } from './limits.ts';
import { onOneLine, verdictOfReport } from './said.ts';

/** Lines after which the mail that came back begins. */
const COPY =
  /^[-=_*\s>]{0,60}(?:(?:below this line is|this is) a copy of|original (?:message|mail)|(?:the )?(?:unsent|returned|undelivered) (?:message|mail)|(?:message|returned) headers?|the body of the message|message header|your (?:original )?message follows|start of (?:your|returned) message|forwarded message|returned message|here is (?:a copy|your)|content of (?:the )?message|original message follows|----- ?message (?:text|header) )/i;
/** Header lines of a returned mail that no line announces. */
const HEADERS = /^(?:received|return-path|dkim-signature|mime-version|message-id): /i;

export function ownLines(text: string): string[] {
  const own: string[] = [];
  for (const line of lines(text)) {
    if (COPY.test(line) || HEADERS.test(line)) break;
    own.push(line);
  }
  return own;
}

/** The rest: the mail that came back, if its text has it. */
export function copyIn(text: string): string {
  const all = lines(text);
  return all.slice(ownLines(text).length).join('\n');
}

const ASKED = /^\s{0,9}(?:>>>|while talking to|\.\.\. while|RCPT TO|MAIL FROM|DATA\b|----- transcript)/i;
const CODE_FIRST = /(?:^|: )[45]\d\d[ -]/;
const SUPPRESSING: ReadonlySet<string> = new Set(['gone', 'inactive']);
const HAS_CODE = /(?:^|[\s:(])[45]\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}/;

/** Each passage ends at the next address or the second blank line, as in mails of qmail, Exim, Sendmail, Postfix and Exchange. */
export function passagesOf(text: string) {
  const own = ownLines(text);
  const passages: { address: string; text: string }[] = [];
  let current: { address: string; text: string } | null = null;
  let blank = 0;
  for (const line of own) {
    if (line.trim() === '') {
      blank += 1;
      if (blank >= 2) current = null;
      continue;
    }
    if (ASKED.test(line)) continue;
    const found = addressesInText(line);
    const starts = found[0] !== undefined && startsWith(line, found[0]);
    if (starts && current?.address.toLowerCase() !== found[0]!.toLowerCase()) {
      if (passages.length >= LIMITS.recipients) break;
      current = { address: found[0]!, text: line };
      passages.push(current);
    } else if (current && isOfAnother(line, current.text)) current = null;
    else if (current && current.text.length < LIMITS.line) current.text += ` ${line.trim()}`;
    blank = 0;
  }
  return passages.map(({ address, text: said }) => ({
    address,
    text: onOneLine(withoutAddress(said, address)),
  }));
}

/** How Exim, Postfix and Sendmail name the address that they expanded to another one. */
const EXPANDED =
  /\((?:(?:ultimately )?generated|expanded) from:? <?([^\s<>()@]{1,128}@[\p{L}\p{N}.-]{1,255})>?\)/iu;

export function originOf(text: string, address: string): string | null {
  for (const passage of passagesOf(text)) {
    if (passage.address.toLowerCase() !== address.toLowerCase()) continue;
    const origin = EXPANDED.exec(passage.text)?.[1];
    if (origin !== undefined) return origin;
  }
  return null;
}

/** A line that begins with another reply code than the passage has belongs to another command. */
function isOfAnother(line: string, passage: string): boolean {
  const code = /^([45]\d\d) /.exec(line)?.[1];
  const before = /^[45]\d\d/.exec(passage)?.[0];
  return code !== undefined && before !== undefined && code !== before;
}

/** An address that begins a passage is the first word of its line, apart from brackets. */
const startsWith = (line: string, address: string): boolean => {
  const before = line.slice(0, line.indexOf(address)).trim();
  return /^(?:[<("'*-]{0,3}|(?:recipient|recipient address|address|rcpt|user|rcpt to|final-recipient|original-recipient):?\s?<?|\d{1,3}[.)]\s?<?|[45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3})? <?)$/i.test(
    before,
  );
};

const withoutAddress = (said: string, address: string): string => {
  const at = said.indexOf(address);
  const code = /^\s*([45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3})? )/.exec(said)?.[1] ?? '';
  return code + said.slice(at + address.length).replace(/^[>)"':,.\s]{1,9}/, '');
};

function paragraphsOf(own: readonly string[]): string[] {
  return own
    .filter((line) => !ASKED.test(line))
    .map((line) => line.trim().replace(/^<<< /, ''))
    .join('\n')
    .split(/\n{2,}/)
    .map(onOneLine)
    .filter((text) => text !== '')
    .slice(0, LIMITS.recipients);
}

const isTelling = (text: string): boolean =>
  verdictOfReport({ status: null, text, address: null, isProse: true }).class !== 'unknown';

export function onePassage(text: string, address: string | null): string | null {
  const passages = passagesOf(text)
    .filter((passage) => address === null || passage.address.toLowerCase() === address.toLowerCase())
    .map((passage) => passage.text)
    .filter((said) => said.length > 3);
  const paragraphs = paragraphsOf(ownLines(text));
  // Advice in a report may list causes, so text about the mailbox counts only near the address or a code.
  const near = paragraphs.filter((said) => address !== null && said.includes(address));
  const others = paragraphs.filter(
    (said) =>
      !SUPPRESSING.has(verdictOfReport({ status: null, text: said, address: null, isProse: true }).class),
  );
  return (
    passages.find((said) => HAS_CODE.test(said)) ??
    paragraphs.find((said) => CODE_FIRST.test(said)) ??
    passages.find(isTelling) ??
    near.find(isTelling) ??
    others.find(isTelling) ??
    passages[0] ??
    paragraphs.find((said) => HAS_CODE.test(said)) ??
    null
  );
}
