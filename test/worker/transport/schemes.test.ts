import { expect } from 'chai';
import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import { readConfig } from '../../../common/config.ts';
import { transportTo } from '../../support/transports.ts';

const given = {
  MONGODB_URL: 'mongodb://localhost/mailing',
  REDIS_URL: 'redis://localhost',
  APP_SECRET: 'a secret of thirty-two characters or more',
};
const NO_TRANSPORT = /SMTP_URL: there is no transport for mail\+nothing$/m;

describe('transport: the scheme of a URL in SMTP_URL', () => {
  it('selects SMTP, in the clear or over TLS', async () => {
    const { smtpUrls } = readConfig({ ...given, SMTP_URL: 'smtp://127.0.0.1:9, smtps://127.0.0.1:9' });
    const transport = transportTo(smtpUrls);
    expect(transport.capacity).to.equal(4);
    await transport.close();
  });

  it('that no transport has stops the start of a worker, and the URL is not repeated', () => {
    const { smtpUrls } = readConfig({ ...given, SMTP_URL: 'mail+nothing://user:hidden@a.example' });
    expect(() => transportTo(smtpUrls))
      .to.throw(ConfigurationError, NO_TRANSPORT)
      .and.not.match(/hidden/);
  });

  for (const url of ['http://a.example', 'smtp://', 'mail+', 'a.example:587', 'smtp://a,ftp://b'])
    it(`is refused by each program in ${url}`, () => {
      expect(() => readConfig({ ...given, SMTP_URL: url })).to.throw(
        ConfigurationError,
        'SMTP_URL must be a valid uri',
      );
    });
});
