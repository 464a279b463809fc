import PostalMime from 'postal-mime';
import { type CaughtMail, type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { headersOf } from '../support/headers.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

const DOMAIN = 'reader.example';

/** All values of a contact that a mail can show. */
const TEMPLATE =
  '<p title="((first_name))">((first_name)) ((last_name)) ((city)) ((address_line1)) ((address_line2)) ((postal_code)) ' +
  '((state)) ((state_province_region)) ((note))</p><p>END</p>';

/** The structure of an ordinary mail: its header fields, and its elements with the names of their attributes. */
interface Form {
  readonly headers: string;
  readonly markup: string;
}

const ELEMENT =
  /<(\/?[a-z!][a-z0-9-]*)((?:\s+[^\s=<>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=<>"']+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))?/g;

function formOf(raw: Buffer, html: string): Form {
  const elements = [...html.matchAll(ELEMENT)].map(([, name, attributes = '']) =>
    [name!.toLowerCase(), ...[...attributes.matchAll(ATTRIBUTE)].map(([, one]) => one!.toLowerCase())].join(
      ' ',
    ),
  );
  // A `<` outside an element, such as that of a tag that was never closed.
  const rest = html.replaceAll(ELEMENT, '').match(/</g)?.length ?? 0;
  return {
    headers: headersOf(raw)
      .map(([name]) => name)
      .join(),
    markup: [...elements, `${rest} left over`].join('>'),
  };
}

async function formOfMail(mail: CaughtMail): Promise<Form> {
  const { html = '' } = await new PostalMime().parse(mail.raw);
  return formOf(mail.raw, html);
}

interface Checked {
  readonly problems: string[];
  readonly sent: number;
  readonly refused: number;
}

/** The error of a request; null when it was accepted. */
async function attempt(arena: Arena, path: string, fields: object): Promise<string | null> {
  const answer = await arena.stack
    .call(path, fields as Record<string, unknown>)
    .catch((error: Error) => error);
  if (!(answer instanceof Error)) return null;
  if (/: (4\d\d) /.test(answer.message)) return answer.message;
  throw answer;
}

/** The address of the arena's sender. */
const SENDER = 'bench@sender.example';

/** Checks that headers and recipients are the same as for ordinary values, and that only our own markup is active. */
async function check(mail: CaughtMail, expected: Form, whose: string): Promise<string[]> {
  const problems: string[] = [];
  const form = await formOfMail(mail);
  if (form.headers !== expected.headers) problems.push(`${whose}: headers ${form.headers}`);
  if (form.markup !== expected.markup) problems.push(`${whose}: markup ${form.markup}`);
  if (!mail.to.endsWith(`@${DOMAIN}`)) problems.push(`${whose}: a mail to ${mail.to}`);
  const read = await new PostalMime().parse(mail.raw);
  if ((read.to ?? []).length !== 1 || read.cc || read.bcc) problems.push(`${whose}: more than one recipient`);
  if (read.to?.[0]?.address !== mail.to) problems.push(`${whose}: To is ${read.to?.[0]?.address}`);
  if (read.from?.address !== SENDER) problems.push(`${whose}: From is ${read.from?.address}`);
  if (read.attachments.length > 0) problems.push(`${whose}: an attachment`);
  return problems;
}

async function contactsWith(arena: Arena, values: readonly string[]): Promise<number> {
  let refused = 0;
  for (const [at, value] of values.entries()) {
    const fields = {
      contact_type_id: 1,
      email: `hostile.${at}@${DOMAIN}`,
      country: 1,
      first_name: value,
      last_name: value,
      state: value,
      city: value,
      address_line1: value,
      address_line2: value,
      state_province_region: value,
      postal_code: value,
      custom_field: { note: value },
    };
    if ((await attempt(arena, '/contacts/add', fields)) === null) continue;
    refused += 1;
    // Some fields accept less than others. The values that are accepted are tested.
    const { first_name, last_name, city, address_line1, custom_field, contact_type_id, email, country } =
      fields;
    await attempt(arena, '/contacts/add', {
      first_name,
      last_name,
      city,
      address_line1,
      custom_field,
      contact_type_id,
      email,
      country,
    });
  }
  return refused;
}

/** Sends with each value as subject, preheader, name and sender name. */
async function sendsWith(arena: Arena, mail: MailServer, values: readonly string[]): Promise<Checked> {
  const problems: string[] = [];
  let [sent, refused] = [0, 0];
  await arena.stack.call('/contacts-type/add', { name: 'One' });
  await arena.stack.call('/contacts/add', {
    contact_type_id: 2,
    email: `one@${DOMAIN}`,
    country: 1,
    first_name: 'One',
  });
  const plain = await arena.send({ recipient_id: ['contacts_2'], subject: 'Plain', preheader: 'Plain' });
  await arena.completed(plain, 60);
  const expected = await formOfMail(mail.mails.at(-1)!);
  for (const value of values) {
    mail.mails.length = 0;
    const sender = {
      id: 1,
      from_name: value,
      from_email: SENDER,
      reply_to_email: SENDER,
      country_id: 1,
      company_address: value,
      nickname: 'ada',
    };
    if (await attempt(arena, '/sender/update', sender)) refused += 1;
    const utr = await arena
      .send({ recipient_id: ['contacts_2'], subject: value, preheader: value, single_send_name: value })
      .catch((error: Error) => error);
    if (utr instanceof Error) {
      refused += 1;
      if (!/: 4\d\d /.test(utr.message)) throw utr;
      continue;
    }
    await arena.completed(utr, 60);
    sent += 1;
    const caught = await until(() => mail.mails[0], 'the mail', 10_000);
    problems.push(...(await check(caught, expected, JSON.stringify(value))));
    if (mail.mails.length !== 1) problems.push(`${JSON.stringify(value)}: ${mail.mails.length} mails`);
  }
  return { problems, sent, refused };
}

async function run(options: RunOptions): Promise<Tally> {
  const { short } = options;
  const values = hostileTexts();
  const mail = await startMailServer();
  const environment = { SMTP_URL: mail.url, RATE_BURST: '100000' };
  try {
    return await inArena(options, { environment }, async (arena) => {
      await arena.lay(0);
      await arena.stack.call('/custom-fields/save', { field_name: 'note', field_type: 'text' });
      await arena.startWorkers(1);
      await attempt(arena, '/contacts/add', {
        contact_type_id: 1,
        email: `plain@${DOMAIN}`,
        country: 1,
        first_name: 'P',
        last_name: 'P',
      });
      const refused = await contactsWith(arena, values);
      const utr = await arena.send({ template_html: TEMPLATE });
      const { delivered = 0, bounces = 0 } = await arena.completed(utr, 120);
      const plain = mail.mails.find((one) => one.to === `plain@${DOMAIN}`)!;
      const expected = await formOfMail(plain);
      const broken: string[] = [];
      for (const one of mail.mails) {
        const value = values[Number(/^hostile\.(\d+)@/.exec(one.to)?.[1])] ?? 'plain';
        broken.push(...(await check(one, expected, JSON.stringify(value))));
        const { text = '' } = await new PostalMime().parse(one.raw);
        // Plain text is not escaped, so a value must appear unchanged.
        if (/^<\w[^\r\n]*>$/.test(value) && !text.includes(value))
          broken.push(`${value}: the text part has it not`);
        if (value === '((email))' && !text.includes('((email))'))
          broken.push('a value was filled in once more');
      }
      const contactMails = mail.mails.length;
      // A send takes about 0.3 s, so a short run tests only some of the values, depending on its seed.
      const some = short ? values.filter((_, at) => at % 12 === options.seed % 12) : values;
      const sends = await sendsWith(arena, mail, some);
      broken.push(...sends.problems);
      return {
        faults: `${values.length} values`,
        recipients: contactMails + sends.sent,
        lost: Math.max(0, delivered - contactMails) + bounces,
        doubled: Math.max(0, contactMails - delivered),
        bound: 0,
        broken: broken.slice(0, 6),
        figures: {
          contacts: contactMails,
          contacts_refused: refused,
          sends: sends.sent,
          refused: sends.refused,
        },
      };
    });
  } finally {
    await mail.stop();
  }
}

export const hostileValues: Scenario = {
  name: 'hostile-values',
  claim:
    '300 hostile texts in every text field: no header, no recipient and no live markup at the mail server is theirs',
  run,
};
