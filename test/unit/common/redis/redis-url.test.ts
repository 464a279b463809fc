import { expect } from 'chai';
import { REDIS_FORMS, readRedisUrl } from '../../../../common/redis/redis-url.ts';

describe('the reader of REDIS_URL', () => {
  const read: Readonly<Record<string, object>> = {
    'redis://localhost': { kind: 'server', hosts: [{ host: 'localhost', port: 6379 }], tls: false, db: 0 },
    'rediss://user:p%40ss%3Aword%2F@a.example:6380/5': {
      kind: 'server',
      hosts: [{ host: 'a.example', port: 6380 }],
      tls: true,
      username: 'user',
      password: 'p@ss:word/',
      db: 5,
    },
    'redis://:secret@[::1]:6379/': {
      kind: 'server',
      hosts: [{ host: '::1', port: 6379 }],
      tls: false,
      password: 'secret',
      db: 0,
    },
    'redis+sentinel://:secret@a,b:26380/primary/2?sentinelPassword=an%26other': {
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      tls: false,
      password: 'secret',
      db: 2,
      primary: 'primary',
      sentinelPassword: 'an&other',
    },
    'rediss+cluster://a:7000,b:7001': {
      kind: 'cluster',
      hosts: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
      ],
      tls: true,
      db: 0,
    },
  };
  for (const [url, target] of Object.entries(read)) {
    it(`reads ${url}`, () => {
      expect(readRedisUrl(url)).to.deep.equal(target);
    });
  }

  const refused = {
    'two hosts that are no set': 'redis://a,b',
    'sentinels without the name of a primary': 'redis+sentinel://a,b',
    'a numbered database of a cluster': 'redis+cluster://a,b/1',
    'a database that is no number': 'redis://a/one',
    'what is not percent-encoded': 'redis://:100%@a',
    'another scheme': 'http://a',
    'no host': 'redis://',
  };
  for (const [what, url] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      expect(readRedisUrl(url)).to.equal(null);
    });
  }

  it('reads the documented forms', () => {
    expect(REDIS_FORMS.map((form) => readRedisUrl(form)?.kind)).to.deep.equal([
      'server',
      'sentinel',
      'cluster',
    ]);
  });
});
