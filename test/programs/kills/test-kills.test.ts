import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { TestMail } from '../../../common/models/test-mails.ts';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { until } from '../../support/until.ts';

describe('a test whose worker is killed', () => {
  let mail: MailServer;
  let api: Api;
  let ground: Ground;

  before(async () => {
    mail = await startMailServer();
    api = await startApi('faults-test-kills', { SMTP_URL: mail.url });
  });
  after(async () => {
    await api.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    mail.mails.length = 0;
    ground = await anAccount(api);
  });

  const startWorker = (environment: Readonly<Record<string, string>>): ChildProcess =>
    startNode(
      ['worker/main.ts'],
      storeEnvironment(api.config, { LOG_LEVEL: 'silent', SMTP_URL: mail.url, ...environment }),
    ).child;

  for (const [inDoubt, expected] of [
    ['resend', [1, 2, 1]],
    ['hold', [1, 1, 1]],
  ] as const)
    it(`reaches each address; IN_DOUBT=${inDoubt}`, async () => {
      const { schedule_type: _, ...content } = aSend(ground);
      const addresses = ['one@example.com', 'two@example.com', 'three@example.com'];
      const answer = await ground.client.post('/single/send/test', {
        ...content,
        email_address: addresses.join(),
      });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);

      const killed = startWorker({ IN_DOUBT: inDoubt, FAILPOINTS: 'after-250-before-record@2' });
      const [, signal] = await once(killed, 'exit');
      expect(signal).to.equal('SIGKILL');
      // Its lease, of 30 seconds, ends.
      await rows(TestMail).updateMany({}, { $set: { due_at: new Date(0) } });

      const next = startWorker({ IN_DOUBT: inDoubt });
      try {
        await until(async () => (await rows(TestMail).countDocuments({})) === 0, 'the end of the test');
      } finally {
        next.kill('SIGTERM');
        await once(next, 'exit');
      }
      expect(addresses.map((address) => mail.to(address).length)).to.deep.equal(expected);
      const ids = await Promise.all(
        mail.to('two@example.com').map(async (caught) => (await mail.read(caught)).messageId),
      );
      expect(new Set(ids).size).to.equal(1);
    });
});
