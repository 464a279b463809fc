import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { listen } from '../../../../common/config/listen.ts';
import { bareEnvironment, startNode } from '../../../support/programs.ts';
import { mongodbUrl, redisUrl } from '../../../support/services.ts';

const SECRET = '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1';
/** In the value of a setting that no text may repeat. */
const HIDDEN = 'x-hidden';
const FILE = join(tmpdir(), `mailing-test-settings-${process.pid}`);

interface Wrong {
  /** In place of right settings; undefined: not set. */
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly said: RegExp;
}

describe('a start with a value that cannot work', () => {
  let taken: Server;
  let port: string;
  let right: Readonly<Record<string, string>>;

  before(async () => {
    taken = createServer();
    port = String(await listen(taken, '127.0.0.1', 0));
    writeFileSync(FILE, `203.0.113.0/24\n${HIDDEN}:0:0:root:/root:/bin/bash\n`);
    right = {
      NODE_ENV: 'production',
      MONGODB_URL: await mongodbUrl('wrong-settings'),
      REDIS_URL: await redisUrl('wrong-settings'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      APP_SECRET: SECRET,
      PUBLIC_URL: 'https://mail.example',
      HOST: '127.0.0.1',
      PORT: '0',
    };
  });
  after(() => {
    taken.close();
    rmSync(FILE, { force: true });
  });

  /** Each row of the table of settings that were accepted once and could not work. `TAKEN` stands for a port in use. */
  const WRONG: Readonly<Record<string, Wrong>> = {
    'a store without the name of a database': {
      given: { MONGODB_URL: 'mongodb://127.0.0.1:1/?replicaSet=rs0' },
      said: /MONGODB_URL names no database/,
    },
    'a store behind a load balancer': {
      given: { MONGODB_URL: 'mongodb://127.0.0.1:1/mailing?loadBalanced=true' },
      said: /MONGODB_URL must not have loadBalanced/,
    },
    'an address with a path': {
      given: { PUBLIC_URL: 'https://m.example/mailing' },
      said: /PUBLIC_URL must be/,
    },
    'no address in production': { given: { PUBLIC_URL: undefined }, said: /PUBLIC_URL is not set/ },
    'an unknown mode': { given: { NODE_ENV: 'prod' }, said: /NODE_ENV must be one of/ },
    'a mail server of another scheme': {
      given: { SMTP_URL: 'https://x' },
      said: /SMTP_URL must be .*smtp:\/\//,
    },
    'a mail server of a misspelt scheme': {
      given: { SMTP_URL: 'smpt://x' },
      said: /SMTP_URL must be .*smtp:\/\//,
    },
    'a port that is taken': { given: { PORT: 'TAKEN' }, said: /PORT \d+ is in use/ },
    'a port of metrics that is taken': {
      given: { METRICS_PORT: 'TAKEN' },
      said: /METRICS_PORT \d+ is in use/,
    },
    'an address of another machine': {
      given: { HOST: '203.0.113.1' },
      said: /HOST 203\.0\.113\.1 is not an address/,
    },
    'an address of metrics of another machine': {
      given: { METRICS_HOST: '203.0.113.1', METRICS_PORT: '0' },
      said: /METRICS_HOST 203\.0\.113\.1 is not an address/,
    },
    'one port for two servers': {
      given: { PORT: 'TAKEN', METRICS_PORT: 'TAKEN' },
      said: /METRICS_PORT must be another port than PORT/,
    },
    'a secret of a wrong form': { given: { HOOK_RESEND_SECRET: HIDDEN }, said: /HOOK_RESEND_SECRET must be/ },
    'a file of another kind': {
      given: { PREFETCH_NETWORKS_FILE: FILE },
      said: /PREFETCH_NETWORKS_FILE.*line 2/s,
    },
  };

  for (const [what, { given, said }] of Object.entries(WRONG))
    it(`ends with 1, names the setting, and shows neither a secret nor a stack: ${what}`, async () => {
      const settings = Object.entries({ ...right, ...given }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value === 'TAKEN' ? port : value] as const],
      );
      const program = startNode(['api/main.ts'], bareEnvironment(Object.fromEntries(settings)));
      const [code] = (await once(program.child, 'close')) as [number];
      const text = program.out() + program.err();
      expect(code, text).to.equal(1);
      expect(text).to.match(said);
      expect(text)
        .not.to.include(HIDDEN)
        .and.not.include(SECRET)
        .and.not.match(/\n\s+at .*:\d+:\d+/);
    });
});
