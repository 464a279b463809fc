import MailComposer from 'nodemailer/lib/mail-composer';
import { compileMail } from '../common/compose/compile-mail.ts';
import { renderMail } from '../common/compose/render-mail.ts';
import { fillPlaceholders, parsePlaceholders } from '../common/domain/placeholders.ts';
import { tokenKey } from '../common/domain/tokens.ts';
import { report } from './support/figures.ts';

// The cost of composing a mail: 10 kB of HTML and its text, 14 values, 5 links, the pixel and all tokens. nodemailer's
// composer gets the same contents in the same run. Prints the best of several rounds, since disturbances only add time.

const NAMES = ['first_name', 'last_name', 'email', 'city', 'country', 'company_name', 'postal_code'];
const WORDS = 'Plenty of words on what is new this month, and why it matters to those who read it. '.repeat(
  4,
);
const CELL = 'padding:12px 24px;font-family:Arial,sans-serif;font-size:15px;line-height:22px;color:#333333';
function paragraph(at: number): string {
  const value = at < 10 ? `For ((${NAMES[at % NAMES.length]})), as ever.` : '';
  const link =
    at < 5 ? `<a href="https://shop.example/article/${at}?from=mail&amp;at=${at}">Read more</a>` : '';
  return `<tr><td style="${CELL}">${WORDS}${value}${link}</td></tr>\n`;
}
const rows = Array.from({ length: 19 }, (_, at) => paragraph(at)).join('');
const html = `<!doctype html><html><head><meta charset="utf-8"><title>News</title></head><body><table width="600">\n${rows}</table></body></html>`;
const text = `Hello ((first_name)) ((last_name)),\n\n${'Plenty of words on what is new this month, and why it matters.\n'.repeat(34)}\nTo ((email)) in ((city))\n`;

const constants = new Map([
  ['sender_name', 'The Shop'],
  ['sender_address', 'Long Street 1, 12345 Town, Country'],
]);
const mail = compileMail({
  from: { name: 'The Shop', address: 'news@shop.example' },
  replyTo: 'answers@shop.example',
  subject: 'What is new this month',
  preheader: 'And why it matters to you',
  html,
  text,
  values: constants,
  publicUrl: 'https://mail.shop.example',
  tracking: true,
  tokenKey: tokenKey('a secret of thirty-two characters'),
});
const recipient = (at: number) => ({
  to: { address: `person${at}@mailbox.example`, name: `Person ${at}` },
  account: 42,
  deliveryId: 1_000_000 + at,
  values: new Map([
    ['first_name', `Zoë ${at}`],
    ['last_name', "O'Brien & Sons"],
    ['email', `person${at}@mailbox.example`],
    ['city', 'New York'],
    ['country', 'United States'],
    ['company_name', 'Example Ltd'],
    ['postal_code', `${10_000 + at}`],
  ]),
  messageId: `${at}.0123456789abcdef@shop.example`,
  date: new Date(),
});
type Recipient = ReturnType<typeof recipient>;

/** The mail for nodemailer: the same contents, filled in before the measured time. */
function composed(one: Recipient): Promise<Buffer> {
  return new MailComposer({
    from: { name: 'The Shop', address: 'news@shop.example' },
    to: one.to,
    replyTo: 'answers@shop.example',
    subject: 'What is new this month',
    html: filled.html,
    text: filled.text,
    messageId: `<${one.messageId}>`,
    date: one.date,
  })
    .compile()
    .build();
}
const sample = recipient(1);
const filled = {
  html: fillPlaceholders(parsePlaceholders(html), sample.values),
  text: fillPlaceholders(parsePlaceholders(text), sample.values),
};

interface Figures {
  /** Mails a second. */
  rate: number;
  /** CPU (user and system) microseconds a mail. */
  cpu: number;
}

async function round(mails: number, compose: (one: Recipient) => unknown): Promise<Figures> {
  const recipients = Array.from({ length: mails }, (_, at) => recipient(at));
  const before = process.cpuUsage();
  const start = performance.now();
  for (const one of recipients) await compose(one);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { rate: mails / seconds, cpu: (user + system) / mails };
}

async function best(rounds: number, mails: number, compose: (one: Recipient) => unknown): Promise<Figures> {
  let figures = await round(mails, compose);
  for (let at = 1; at < rounds; at++) {
    const next = await round(mails, compose);
    if (next.cpu < figures.cpu) figures = next;
  }
  return figures;
}

const print = (what: string, { rate, cpu }: Figures, bytes: number): void =>
  console.log(
    `${what.padEnd(22)} ${Math.round(rate).toString().padStart(8)} mails/s ${cpu.toFixed(1).padStart(7)} µs CPU a mail ${bytes} bytes`,
  );

const ours = await best(10, 20_000, (one) => renderMail(mail, one));
print('spliced', ours, renderMail(mail, sample).length);
const theirs = await best(3, 1500, composed);
print('nodemailer MailComposer', theirs, (await composed(sample)).length);
report(
  { what: 'composing', value: Number(ours.cpu.toFixed(1)), unit: 'µs a mail' },
  { what: "nodemailer's MailComposer", value: Math.round(theirs.cpu), unit: 'µs a mail' },
  {
    what: 'composing, cheaper than it',
    value: Math.round(theirs.cpu / ours.cpu),
    unit: '×',
    goal: { atLeast: 40 },
  },
);
console.log(`${mail.links.length} links, html ${html.length} + text ${text.length} characters`);
