import { expect } from 'chai';
import { ConfigurationError } from '../../../../../common/config/configuration-error.ts';
import { readConfig } from '../../../../../common/config.ts';
import { transportTo } from '../../../../support/transports.ts';

const given = {
  MONGODB_URL: 'mongodb://localhost/mailing',
  REDIS_URL: 'redis://localhost',
  APP_SECRET: 'a secret of thirty-two characters or more',
};
const NO_TRANSPORT = /SMTP_URL: unknown scheme mail\+nothing; use smtp, smtps, ses, postmark, resend$/m;

describe('transport: the scheme of a URL in SMTP_URL', () => {
  it('selects SMTP, in the clear or over TLS', async () => {
    const { smtpUrls } = readConfig({ ...given, SMTP_URL: 'smtp://127.0.0.1:9, smtps://127.0.0.1:9' });
    const transport = transportTo(smtpUrls);
    expect(transport.capacity).to.equal(4);
    await transport.close();
  });

  it('stops the start of a worker when no transport has it, without repeating the URL', () => {
    const { smtpUrls } = readConfig({ ...given, SMTP_URL: 'mail+nothing://user:hidden@a.example' });
    expect(() => transportTo(smtpUrls))
      .to.throw(ConfigurationError, NO_TRANSPORT)
      .and.not.match(/hidden/);
  });

  it('selects a provider, also together with SMTP', async () => {
    const { smtpUrls } = readConfig({
      ...given,
      SMTP_URL:
        'smtp://127.0.0.1:9, ses://id:a%2Fkey@eu-west-1?configuration-set=a, postmark://token@default?stream=a, resend://key@default',
    });
    const transport = transportTo(smtpUrls, { connections: 3 });
    expect(transport.servers().map(({ name }) => name)).to.deep.equal([
      '127.0.0.1:9',
      'email.eu-west-1.amazonaws.com:443',
      'api.postmarkapp.com:443',
      'api.resend.com:443',
    ]);
    // Resend has two connections at most, with a hundred mails each.
    expect(transport.capacity).to.equal(2 * (3 + 3 + 3 + 200));
    await transport.close();
  });

  const wrong: readonly (readonly [url: string, text: RegExp])[] = [
    ['ses://hidden@eu-west-1', /login/],
    ['ses://id:hidden@nowhere', /host/],
    ['ses://id:hid/den@eu-west-1', /percent-encoded|path|login|host/],
    ['ses://id:hidden@eu-west-1/path', /path/],
    ['ses://id:hidden@eu-west-1?configuration-set=a%20b', /configuration-set has a wrong value/],
    ['postmark://default', /login/],
    ['postmark://hidden:hidden@default', /login/],
    ['postmark://hidden@api.example', /host/],
    ['postmark://hidden@default?streams=hidden', /unknown parameter/],
    ['resend://hidden@default?batch=101', /batch has a wrong value/],
    ['resend://hidden@default?rate=-1', /rate has a wrong value/],
    ['resend://hidden@default?rate=1&rate=2', /rate twice/],
    ['resend://hid%0Aden@default', /characters/],
    ['resend://hidden@default?endpoint=http://10.0.0.1:80', /loopback/],
    ['resend://hidden@default?endpoint=https://hidden.example', /loopback/],
    ['resend://hidden@default?endpoint=http://127.0.0.1.example:80', /loopback/],
    ['resend://hidden@default?endpoint=ftp://127.0.0.1', /loopback/],
  ];
  for (const [url, text] of wrong)
    it(`stops the start of a worker at ${url}, without repeating the URL`, () => {
      const { smtpUrls } = readConfig({ ...given, SMTP_URL: url });
      expect(() => transportTo(smtpUrls))
        .to.throw(ConfigurationError, text)
        .and.not.match(/hid/);
    });

  for (const url of [
    'http://a.example',
    'ses://',
    'postmark:token',
    'smtp://',
    'mail+',
    'a.example:587',
    'smtp://a,ftp://b',
  ])
    it(`stops each program at ${url}`, () => {
      expect(() => readConfig({ ...given, SMTP_URL: url })).to.throw(
        ConfigurationError,
        'SMTP_URL must be URLs of mail servers',
      );
    });
});
