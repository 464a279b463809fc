import type { StartCheck } from '../../../common/config/check-row.ts';
import { isSmtpUrl } from '../../../common/config/mail-schemes.ts';
import type { Config } from '../../../common/config.ts';
import { createConnector, OpeningFailure } from './smtp/connect.ts';

export interface TriedServer {
  /** Without the login. */
  readonly name: string;
  /** In words; null: the server took connection and login. */
  readonly problem: string | null;
}

export interface MailLook {
  readonly servers: readonly TriedServer[];
  readonly config: Pick<Config, 'smtpName' | 'production'>;
}

type TriedSettings = Pick<Config, 'smtpUrls' | 'smtpTimeout' | 'smtpName'>;

/** Connects, greets and logs in at each SMTP server, and hands nothing over. A provider by HTTP answers to mails alone. */
export const tryMailServers = ({ smtpUrls, smtpTimeout, smtpName }: TriedSettings): Promise<TriedServer[]> =>
  Promise.all(
    smtpUrls.filter(isSmtpUrl).map(async (url) => {
      const { name, open } = createConnector(url, smtpTimeout, smtpName);
      try {
        const { socket } = await open();
        socket.on('error', () => {});
        socket.end('QUIT\r\n');
        return { name, problem: null };
      } catch (error) {
        if (!(error instanceof OpeningFailure)) throw error;
        return { name, problem: error.message };
      }
    }),
  );

export const MAIL_CHECKS: readonly StartCheck<MailLook>[] = Object.freeze([
  {
    setting: 'SMTP_URL',
    question: 'Does each SMTP server take connection and login?',
    finding: 'warn',
    ask: ({ servers }) =>
      servers.flatMap(({ name, problem }) =>
        problem === null
          ? []
          : `The mail server ${name} (SMTP_URL) cannot be used: ${problem}. Mails wait until a server takes them.`,
      ),
  },
  {
    setting: 'SMTP_NAME',
    question: 'Is there a host name for EHLO, in production?',
    finding: 'warn',
    ask: ({ config }) =>
      config.production && config.smtpName === null
        ? 'Mail servers are greeted without a host name, which big relays refuse: set SMTP_NAME, or PUBLIC_URL to an address that others reach.'
        : null,
  },
]);
