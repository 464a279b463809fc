import { expect } from 'chai';
import { pino } from 'pino';
import { askAll } from '../../../../../../common/config/check-row.ts';
import { type Config, readConfig } from '../../../../../../common/config.ts';
import { createMailer } from '../../../../../../worker/notices/mailer.ts';
import { createTransport } from '../../../../../../worker/sending/transport/transport.ts';
import { MAIL_CHECKS, tryMailServers } from '../../../../../../worker/sending/transport/try-servers.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../../../support/scripted-smtp.ts';
import { mailTo } from '../../../../../support/transports.ts';

const configOf = (url: string, settings: Readonly<Record<string, string>> = {}): Config =>
  readConfig({
    MONGODB_URL: 'mongodb://a/mailing',
    REDIS_URL: 'redis://a',
    SMTP_URL: url,
    APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
    PUBLIC_URL: 'https://mail.example',
    ...settings,
  });

/** All that speak to mail servers. */
const SPEAKERS: Readonly<Record<string, (config: Config) => Promise<unknown>>> = {
  'a mail of an account': async (config) => {
    const transport = createTransport(config, { log: pino({ level: 'silent' }) });
    await transport.send(mailTo('a@example.net'));
    await transport.close();
  },
  'a mail of the service': (config) =>
    createMailer(config).send({
      to: 'a@example.net',
      subject: 's',
      text: 't',
      html: '<p>t</p>',
      messageKey: 'k',
    }),
  'the check of a start': tryMailServers,
};

describe('a mail server', () => {
  let server: ScriptedSmtp;

  beforeEach(async () => {
    server = await startScriptedSmtp();
  });
  afterEach(() => server.close());

  for (const [what, speak] of Object.entries(SPEAKERS))
    it(`is greeted by the name of the configured host: ${what}`, async () => {
      await speak(configOf(server.url));
      await speak(configOf(server.url, { SMTP_NAME: 'out.example' }));
      const greetings = server.commands.filter((line) => line.startsWith('EHLO'));
      expect(greetings).to.deep.equal(['EHLO mail.example', 'EHLO out.example']);
    });

  /** The problems that a start finds, by setting. */
  async function problems(config: Config): Promise<Record<string, readonly string[]>> {
    const results = askAll(MAIL_CHECKS, { servers: await tryMailServers(config), config });
    return Object.fromEntries(results.map(({ row, problems: found }) => [row.setting, found]));
  }

  it('is tried at a start, which names one that cannot be used, without its password', async () => {
    expect(await problems(configOf(server.url))).to.deep.equal({ SMTP_URL: [], SMTP_NAME: [] });
    const { SMTP_URL: [problem] = [] } = await problems(configOf('smtp://user:hidden@127.0.0.1:1'));
    expect(problem)
      .to.match(/^The mail server 127\.0\.0\.1:1 \(SMTP_URL\) cannot be used: .+ Mails wait/)
      .and.not.include('hidden');
  });

  it('gets no name from a loopback address, which a start in production says', async () => {
    const config = configOf(server.url, { NODE_ENV: 'production', PUBLIC_URL: 'https://localhost:3000' });
    expect((await problems(config))['SMTP_NAME']![0]).to.include('set SMTP_NAME');
  });
});
