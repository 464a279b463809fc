import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message } from '../../../common/models/messages.ts';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { until } from '../../support/until.ts';

const PEOPLE = ['one@example.com', 'two@example.com', 'three@example.com'];

describe('a worker that is killed', () => {
  let mail: MailServer;
  let api: Api;
  let ground: Ground;

  before(async () => {
    mail = await startMailServer();
    api = await startApi('faults-message-kills', { SMTP_URL: mail.url, RATE_CALLS: '0' });
  });
  after(async () => {
    await api.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    mail.mails.length = 0;
    for (const model of [Message, Mailing, Batch, Delivery]) await model.driver.deleteMany({});
    ground = await anAccount(api);
  });

  const startWorker = (environment: Readonly<Record<string, string>>): ChildProcess =>
    startNode(
      ['worker/main.ts'],
      storeEnvironment(api.config, { LOG_LEVEL: 'silent', SMTP_URL: mail.url, ...environment }),
    ).child;

  for (const [point, inDoubt, least, doubts] of [
    ['after-claim', 'hold', 3, 0],
    ['after-250-before-record', 'hold', 1, 1],
    ['after-250-before-record', 'resend', 4, 0],
  ] as const)
    it(`loses no message, and doubles one only when it may: ${point}, MESSAGES_IN_DOUBT=${inDoubt}`, async () => {
      const killed = startWorker({ MESSAGES_IN_DOUBT: inDoubt, FAILPOINTS: `${point}@1` });
      const ended = once(killed, 'exit');
      for (const email of PEOPLE) {
        const { status, body } = await ground.client.post('/messages/send', {
          email,
          sender_id: ground.sender_id,
          subject: 'Your code',
          template_html: '<p>4711</p>',
        });
        expect(status, JSON.stringify(body)).to.equal(200);
      }
      expect((await ended)[1]).to.equal('SIGKILL');
      // Other mails may have been under way with the one at the fault's point: they are in doubt like it, and not lost.
      await rows(Batch).updateMany({ state: 'ready' }, { $set: { free_at: new Date(0) } });
      await rows(Message).updateMany({ look_at: { $type: 'date' } }, { $set: { look_at: new Date(0) } });

      const next = startWorker({ MESSAGES_IN_DOUBT: inDoubt });
      try {
        await until(
          async () => (await rows(Message).countDocuments({ look_at: { $type: 'date' } })) === 0,
          'the end of the messages',
        );
      } finally {
        next.kill('SIGTERM');
        await once(next, 'exit');
      }
      const states = await rows(Delivery)
        .find({})
        .project<{ state: string; email: string }>({ state: 1, email: 1 })
        .toArray();
      expect(states).to.have.length(PEOPLE.length);
      for (const { state, email } of states) {
        expect(state, email).to.be.oneOf(doubts > 0 ? ['accepted', 'in_doubt'] : ['accepted']);
        if (inDoubt === 'hold') expect(mail.to(email).length, email).to.be.at.most(1);
        if (state === 'accepted') expect(mail.to(email).length, email).to.be.at.least(1);
      }
      expect(states.filter(({ state }) => state === 'in_doubt').length).to.be.at.least(doubts);
      expect(mail.mails.length).to.be.at.least(least);
    });
});
