import { expect } from 'chai';
import { ConfigurationError } from '../../common/config/configuration-error.ts';
import { readConfig } from '../../common/config.ts';

const given = {
  MONGODB_URL: 'mongodb://localhost/mailing',
  REDIS_URL: 'redis://localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  APP_SECRET: 'a secret of thirty-two characters or more',
};

const problemsOf = (changes: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig({ ...given, ...changes });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems;
  }
};

describe('the settings', () => {
  for (const url of [
    'mongodb://a:27017,b:27017,c:27017/mailing?replicaSet=rs0',
    'mongodb://user:p%40ss%3Aword@a.example:27017,[::1]:27018/mailing?replicaSet=rs0&authSource=admin&tls=true',
    'mongodb+srv://user:secret@cluster.example/mailing?retryWrites=true&w=majority',
  ])
    it(`accept MongoDB at ${url}`, () => {
      expect(problemsOf({ MONGODB_URL: url })).to.deep.equal([]);
    });

  for (const url of [
    'postgres://user:hidden@a/b',
    'mongodb://user:hidden@',
    'mongodb://a:hidden/b',
    'hidden',
  ])
    it(`refuse MongoDB at ${url}, without repeating it`, () => {
      const problems = problemsOf({ MONGODB_URL: url });
      expect(problems).to.have.length(1);
      expect(problems[0])
        .to.match(/^MONGODB_URL is no connection string of MongoDB; write it as mongodb:\/\//)
        .and.not.include('hidden');
    });

  it('accept DNS servers by their addresses', () => {
    const text = '192.0.2.1, 192.0.2.2:5353, 2001:db8::1, [2001:db8::1]:53';
    expect(readConfig({ ...given, DNS_SERVERS: text }).dnsServers).to.deep.equal(text.split(', '));
    expect(readConfig(given).dnsServers).to.equal(null);
  });

  for (const text of [
    'dns.example',
    '192.0.2.1:',
    '192.0.2.1:70000',
    '192.0.2.1,',
    '[192.0.2.1',
    '256.1.1.1',
  ])
    it(`refuse DNS servers at ${text}`, () => {
      expect(problemsOf({ DNS_SERVERS: text })).to.deep.equal([
        'DNS_SERVERS must be IP addresses of DNS servers, such as 192.0.2.1:53',
      ]);
    });
});
