import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { returnPathOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import { mailOf } from '../../support/mail-of.ts';
import { until } from '../../support/until.ts';
import { acceptedRows } from '../support/returned-mails.ts';
import type { Attack } from './attack.ts';
import { sendOf, succeed } from './old-sends.ts';

const [RETURNING, SILENT] = [24, 200];
/** Connections of one network: a receiver takes ten. */
const OF_NETWORK = 8;
const BREATH_MS = 1000;
const KEPT = 256 * 1024;

/** The address of a connection in one of the attacker's networks. The other account calls from 127.0.0.1. */
const networkOf = (at: number): string => `127.0.66.${1 + Math.floor(at / OF_NETWORK)}`;

/** Bodies of reports that take long to parse, or that are large, each with its type. */
const REPORTS: readonly (readonly [type: string, body: string])[] = [
  ['text/plain', '\r\n'.repeat(KEPT / 2)],
  ['text/plain', '\r'.repeat(KEPT)],
  ['text/plain', 'x\r\n'.repeat(KEPT / 3)],
  ['multipart/mixed; boundary=-', '---\r\n'.repeat(KEPT / 5)],
  ['multipart/mixed; boundary=b', '--b\r\n\r\n'.repeat(KEPT / 7)],
  [
    'multipart/report; report-type=delivery-status; boundary=b',
    '--b\r\nContent-Type: message/delivery-status\r\n\r\n'.repeat(KEPT / 47),
  ],
  [
    'multipart/report; report-type=delivery-status; boundary=b',
    `--b\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(60_000),
  ],
];

const returnedMails: Attack = {
  name: 'returned-mails',
  what: `${RETURNING} connections that return 256 kB of empty lines and other costly reports, and 5 MB, to the return path of one mail`,
  async lay(attacker, { stack: { environment } }) {
    await succeed(attacker, '/single/send/create', sendOf(attacker, { template_html: '<p>To return</p>' }));
    const row = await until(
      async () => (await acceptedRows({ user_id: attacker.user_id }))[0],
      'a mail of the attacker to be accepted',
    );
    const key = tokenKey(environment['APP_SECRET']!);
    const to = returnPathOf(mailOf(row), 1, key, environment['BOUNCE_DOMAIN']!);
    return { to: [to], port: [environment['INBOUND_SMTP_PORT']!] };
  },
  run(calls, { laid }) {
    const [to, port] = [laid['to']![0]!, Number(laid['port']![0])];
    return calls.again(RETURNING, async (at) => {
      const [type, body] = REPORTS[at % REPORTS.length]!;
      const localAddress = networkOf(at % RETURNING);
      const transport = createTransport({ host: '127.0.0.1', port, localAddress, ignoreTLS: true });
      const raw = `From: mailer-daemon@x.example\r\nTo: ${to}\r\nSubject: Undelivered Mail\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`;
      await transport.sendMail({ envelope: { from: '', to: [to] }, raw }).then(
        () => calls.count(250),
        (error: { responseCode?: number }) => calls.count(error.responseCode),
      );
      transport.close();
    });
  },
};

/** A connection to stay open. */
interface StayingConnection {
  readonly port: number;
  readonly host: string;
  readonly localAddress?: string;
}

/** Opens a connection, sends a part of a request, and waits until it is closed. */
export const stay = (to: StayingConnection, begin: string, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(to, () => socket.write(begin));
    const end = (): void => void socket.destroy();
    over.addEventListener('abort', end);
    socket.on('error', end).resume();
    socket.once('close', () => {
      over.removeEventListener('abort', end);
      resolve();
    });
  });

const silent = (
  receiver: string,
  { name, setting, begin }: { name: string; setting: string; begin: string },
): Attack => ({
  name,
  what: `${SILENT} connections to the ${receiver} from ${SILENT / OF_NETWORK} networks that send the beginning of a request`,
  lay: async (_, { stack: { environment } }) => ({ port: [environment[setting]!] }),
  run: (calls, { laid }) =>
    calls.again(
      SILENT,
      (at) => {
        const to = {
          port: Number(laid['port']![0]),
          host: '127.0.0.1',
          localAddress: networkOf(at % SILENT),
        };
        return stay(to, begin, calls.over);
      },
      BREATH_MS,
    ),
});

/** Mails and connections of strangers to the program that receives mails and events. */
export const inboundAttacks: readonly Attack[] = [
  returnedMails,
  silent('hooks server', {
    name: 'silent-hooks',
    setting: 'INBOUND_PORT',
    begin: 'POST /hooks/postmark HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{',
  }),
  silent('SMTP listener', {
    name: 'silent-smtp',
    setting: 'INBOUND_SMTP_PORT',
    begin: 'EHLO silent.example\r\nMAIL FROM:<>\r\n',
  }),
];
