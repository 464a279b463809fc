import { createCipheriv, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { compileMail } from '../../common/compose/compile-mail.ts';
import { renderMail } from '../../common/compose/render-mail.ts';
import { tokenKey } from '../../common/domain/tokens.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Delivery, newDelivery } from '../../common/models/deliveries.ts';
import { insertAtOnce } from '../../common/store/bulk-insert.ts';
import { readAtOnce } from '../../common/store/bulk-read.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { rows } from '../../test/support/rows.ts';
import { newsletter } from './newsletter.ts';

/** Connections, contacts that are read at once, and acceptances of one write, as in a worker. */
const [LINES, PAGE, GROUP] = [10, 1000, 250];
/** Values and tokens in the newsletter, and their characters. */
const [HOLES, HOLE] = [24, 20];
const TOKENS = 7;

type Read = { readonly _id: number; readonly email: string; readonly first_name: string };

/** The newsletter as it goes out to one person. */
const MAIL = renderMail(
  compileMail({
    from: { name: 'Bench', address: 'bench@sender.example' },
    replyTo: 'bench@sender.example',
    subject: 'Hello ((first_name)), news from ((city))',
    preheader: 'What happened this month',
    html: newsletter(),
    values: new Map([['sender_address', '1 Main Street']]),
    publicUrl: 'https://mail.shop.example',
    tracking: true,
    tokenKey: tokenKey('a secret of thirty-two characters'),
  }),
  {
    to: { address: 'person@domain.example', name: 'First Last' },
    account: 1,
    deliveryId: 1,
    values: new Map(),
    messageId: '1.0123456789abcdef@sender.example',
    date: new Date(),
  },
);
export const MAIL_BYTES = MAIL.length;

const cipher = createCipheriv('aes-256-ecb', randomBytes(32), null).setAutoPadding(false);
const blocks = randomBytes(16 * TOKENS);

/** Copies the fixed bytes, and writes the values and tokens between them. */
function render(into: Buffer, { email, first_name }: Read): void {
  const tokens = cipher.update(blocks).toString('base64url');
  const step = Math.floor(MAIL.length / HOLES);
  for (let hole = 0; hole < HOLES; hole += 1) {
    const [from, end] = [hole * step, hole === HOLES - 1 ? MAIL.length : (hole + 1) * step];
    MAIL.copy(into, from, from, end);
    // Not at the end of a line, which would be moved.
    const value = hole % 3 === 0 ? email : hole % 3 === 1 ? first_name : tokens;
    if (hole > 0 && hole < HOLES - 1) into.write(value.slice(0, HOLE), from, 'latin1');
  }
}

/** One mail after the other on one connection. The next one's envelope goes out with the dot (RFC 2920). */
async function line(port: number, next: () => Read | null, accepted: (mail: Read) => void): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  const replies = repliesOf(socket);
  await replies(1);
  socket.write('EHLO bench\r\n');
  await replies('250 ');
  const buffers = [Buffer.from(MAIL), Buffer.from(MAIL)];
  const envelope = ({ email }: Read): string =>
    `MAIL FROM:<bench@sender.example>\r\nRCPT TO:<${email}>\r\nDATA\r\n`;
  let mail = next();
  if (mail) socket.write(envelope(mail));
  for (let at = 0; mail; at += 1) {
    const buffer = buffers[at % 2]!;
    render(buffer, mail);
    await replies(3);
    const later = next();
    socket.cork();
    socket.write(buffer);
    socket.write(`\r\n.\r\n${later ? envelope(later) : ''}`);
    socket.uncork();
    await replies(1);
    accepted(mail);
    mail = later;
  }
  socket.end('QUIT\r\n');
}

/** Waits for so many lines, or for the line that begins so. */
function repliesOf(socket: Socket): (wanted: number | string) => Promise<void> {
  let [text, lines] = ['', 0];
  let wake = (): void => {};
  socket.on('data', (bytes: Buffer) => {
    text = bytes.toString('latin1');
    for (const byte of bytes) if (byte === 10) lines += 1;
    wake();
  });
  return async (wanted) => {
    const isThere = (): boolean =>
      typeof wanted === 'number' ? lines >= wanted : text.split('\n').some((one) => one.startsWith(wanted));
    while (!isThere()) await new Promise<void>((resolve) => (wake = resolve));
    lines = typeof wanted === 'number' ? lines - wanted : 0;
  };
}

/**
 * Sends a mail to each contact with what no sender can leave out: a read of the contact, a row of the ledger before the mail and its acceptance after
 * it, both with majority, the mail's own bytes, and one pipelined SMTP dialogue for each.
 */
export async function bareMails(
  port: number,
  user_id: number,
  mailing: string,
  count: number,
): Promise<void> {
  const waiting: Read[] = [];
  let accepted: number[] = [];
  const writes: Promise<unknown>[] = [];
  const store = (ids: readonly number[]) =>
    rows(Delivery).updateMany(
      { _id: { $in: [...ids] }, state: 'pending' },
      { $set: { state: 'accepted', accepted_at: new Date() } },
    );
  let last = 0;
  for (let done = 0; done < count; done += PAGE) {
    const contacts: Read[] = await readAtOnce(Contact.of(user_id), {
      filter: { _id: { $gt: last }, contact_type_id: 1 },
      projection: { email: 1, first_name: 1, last_name: 1, city: 1, postal_code: 1, address_line1: 1 },
      sort: { _id: 1 },
      limit: Math.min(PAGE, count - done),
    });
    last = contacts.at(-1)!._id;
    const first = await reserveIds('deliveries', contacts.length);
    const people = contacts.map(({ _id, email }, at) =>
      newDelivery(first + at, { _id: mailing, user_id }, 1, {
        contact_id: _id,
        segment_recipient_id: null,
        email,
        email_norm: email,
      }),
    );
    await insertAtOnce(rows(Delivery), people);
    waiting.push(...contacts.map((one, at) => ({ ...one, _id: first + at })));
    const lanes = Array.from({ length: LINES }, () =>
      line(
        port,
        () => waiting.pop() ?? null,
        ({ _id }) => {
          accepted.push(_id);
          if (accepted.length < GROUP) return;
          writes.push(store(accepted));
          accepted = [];
        },
      ),
    );
    await Promise.all(lanes);
  }
  if (accepted.length > 0) writes.push(store(accepted));
  await Promise.all(writes);
}
