import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server has received. */
export interface CaughtMail {
  from: string;
  to: string;
  raw: Buffer;
  /** It was handed over by SMTPUTF8 (RFC 6531). */
  smtpUtf8: boolean;
}

/** The server's negative answer to a recipient or a mail. */
export type Refusal = { code: number; text: string } | null;

/** A real SMTP server that keeps the mails it gets. */
export interface MailServer {
  url: string;
  mails: CaughtMail[];
  to(address: string): CaughtMail[];
  read(mail: CaughtMail): Promise<Email>;
  /** Sets the answers to recipients from now on; null accepts a recipient. */
  answer(by: (recipient: string) => Refusal | Promise<Refusal>): void;
  /** Accepts recipients from now on only once the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** Keeps a copy of each mail for each of its recipients. */
export const keepIn =
  (mails: CaughtMail[]): NonNullable<SMTPServerOptions['onData']> =>
  (stream, { envelope }, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const mail = { from, raw: Buffer.concat(chunks), smtpUtf8: envelope.smtpUtf8 === true };
      mails.push(...envelope.rcptTo.map(({ address }) => ({ ...mail, to: address })));
      done();
    });
  };

/** `options`: extensions that it does not offer. */
export async function startMailServer(options: { hideSMTPUTF8?: boolean } = {}): Promise<MailServer> {
  const mails: CaughtMail[] = [];
  let refusal: (recipient: string) => Refusal | Promise<Refusal> = () => null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    ...options,
    onRcptTo({ address }, _session, done) {
      void (async () => {
        const refused = await refusal(address);
        done(refused && Object.assign(new Error(refused.text), { responseCode: refused.code }));
      })();
    },
    onData: keepIn(mails),
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    to: (address) => mails.filter((mail) => mail.to === address),
    read: (mail) => PostalMime.parse(mail.raw),
    answer(by) {
      refusal = by;
    },
    hold() {
      let letGo = (): void => {};
      const isOpen = new Promise<null>((resolve) => {
        letGo = () => resolve(null);
      });
      refusal = () => isOpen;
      return letGo;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
