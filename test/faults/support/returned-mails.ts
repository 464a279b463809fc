import { createTransport } from 'nodemailer';
import { returnPathOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';

type Row = Pick<DeliveryDocument, '_id' | 'user_id' | 'email' | 'attempts'>;

/** Mails that come back, as other servers would send them to the receiver. */
export interface Returning {
  readonly secret: string;
  readonly bounceDomain: string;
  /** The port of the receiver on this machine. */
  readonly port: number;
}

/** A delivery status (RFC 3464) of a mailbox that turned out to be none, and an abuse report (RFC 5965). */
const FORMS = {
  bounce: (to: string) => ({
    type: 'delivery-status',
    part: `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 <${to}>: user unknown\r\n`,
  }),
  complaint: (to: string) => ({
    type: 'feedback-report',
    part: `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Reports/1.0\r\nVersion: 1\r\nOriginal-Rcpt-To: <${to}>\r\n`,
  }),
};

/** The rows of a mailing or an account, by default those accepted, in ascending id. */
export const acceptedRows = (
  of: Partial<Pick<DeliveryDocument, 'mailing' | 'user_id'>>,
  states: readonly DeliveryDocument['state'][] = ['accepted'],
): Promise<Row[]> =>
  rows(Delivery)
    .find({ ...of, state: { $in: [...states] } })
    .project<Row>({ user_id: 1, email: 1, attempts: 1 })
    .sort({ _id: 1 })
    .toArray();

/** Hands a report about a row to the receiver. Rejects where it is not taken. */
export async function giveBack(
  { secret, bounceDomain, port }: Returning,
  kind: keyof typeof FORMS,
  row: Row,
): Promise<void> {
  const to = returnPathOf(mailOf(row), (row.attempts ?? 0) + 1, tokenKey(secret), bounceDomain);
  const { type, part } = FORMS[kind](row.email);
  const raw = [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
    `To: ${to}`,
    'Subject: About your mail',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="of-this"`,
    '',
    '--of-this',
    'Content-Type: text/plain',
    '',
    'About your mail.',
    '',
    '--of-this',
    part,
    '--of-this',
    'Content-Type: text/rfc822-headers',
    '',
    `To: ${row.email}`,
    'Subject: News',
    '',
    '--of-this--',
    '',
  ].join('\r\n');
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: '', to: [to] }, raw });
  } finally {
    transport.close();
  }
}
