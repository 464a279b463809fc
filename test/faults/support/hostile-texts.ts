import { HOSTILE } from '../../support/hostile.ts';

const CONTROLS = [
  '\r\n',
  '\r',
  '\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\0',
  '\v',
  '\f',
  '\t',
  '\u001b[2J',
  '\u202e',
];
const HEADERS = [
  'Bcc: victim@evil.example',
  'To: victim@evil.example',
  'Content-Type: text/html',
  'X-Injected: yes',
  'Subject: another',
  '\r\n<p>a second body</p>',
  '.\r\nMAIL FROM:<a@evil.example>\r\nRCPT TO:<victim@evil.example>\r\nDATA',
];
const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</p></body></html><h1>mine</h1>',
  '<a href="https://evil.example">click</a>',
  'javascript:alert(1)',
  '&lt;script&gt;&amp;',
  '<!--',
  '<style>*{display:none}</style>',
];
const ADDRESSES = [
  'evil@evil.example, <victim@evil.example>',
  '"victim@evil.example" <a@b.example>',
  '=?utf-8?Q?=0D=0ABcc:_victim@evil.example?=',
  '=?utf-8?B?DQpCY2M6IHZpY3RpbUBldmlsLmV4YW1wbGU=?=',
  'a\\" <victim@evil.example>, "b',
  '(a comment) victim@evil.example',
];
const EXPRESSIONS = [
  '((email))',
  '((first_name|((email))))',
  '((unsubscribe))',
  '((constructor))',
  '((__proto__.polluted))',
  '{{7*7}}${7*7}<%=7*7%>#{7*7}',
  '%s%n%x',
];

/** At least `count` texts that are unusual as a name, a subject or a street. */
export function hostileTexts(count = 300): string[] {
  const found = new Set<string>();
  const short = HOSTILE.filter((one): one is string => typeof one === 'string' && one.length < 256);
  for (const one of [...short, ...MARKUP, ...ADDRESSES, ...EXPRESSIONS]) found.add(one);
  for (const control of CONTROLS) for (const header of HEADERS) found.add(`a${control}${header}`);
  for (const control of CONTROLS) for (const markup of MARKUP) found.add(`${markup}${control}${markup}`);
  for (const address of ADDRESSES) for (const header of HEADERS) found.add(`${address}\r\n${header}`);
  for (let at = 0; found.size < count; at += 1)
    found.add(`${MARKUP[at % MARKUP.length]!}${at}\r\nX-${at}: y`);
  return [...found];
}
