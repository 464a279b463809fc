import { SMTPServer } from 'smtp-server';
import { listen } from '../../common/config/listen.ts';
import type { MailStore } from './store.ts';

const MAIL_BYTES = 50 * 2 ** 20;

/** Accepts every mail, with any login or none. An error of the store is a 451, so that the sender retries. */
export async function startSmtp(store: MailStore, port: number): Promise<{ stop: () => Promise<void> }> {
  const server = new SMTPServer({
    banner: 'mail catcher',
    size: MAIL_BYTES,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    maxRecipients: 10_000,
    logger: false,
    closeTimeout: 2000,
    onAuth: (_auth, _session, reply) => reply(null, { user: 'anyone' }),
    onData: (stream, session, reply) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          reply(replyWith(552, `A mail has at most ${MAIL_BYTES} bytes`));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        store.add({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) }).then(
          () => reply(),
          (error: unknown) => reply(replyWith(451, `The mail could not be stored: ${String(error)}`)),
        );
      });
    },
  });
  await listen(server.server, '127.0.0.1', port);
  // Without a listener, a client that disconnects would end the process.
  server.on('error', () => {});
  return { stop: () => new Promise((resolve) => server.close(resolve)) };
}

const replyWith = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
