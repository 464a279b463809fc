import { expect } from 'chai';
import { layGround } from '../../../bench/support/ground.ts';
import type { Program } from '../../../bench/support/processes.ts';
import { type Stack, startStack } from '../../../bench/support/stack.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { people } from '../../support/engine.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { addContacts } from '../../support/world.ts';

/** In full, ten kills in a send of 10,000: some 60 s. */
const [SIZE, KILLS] = process.env['WEBHOOK_KILLS'] === 'full' ? [10_000, 10] : [2000, 3];

describe('a worker that is killed again and again in a send', () => {
  let stack: Stack;
  let receiver: WebhookReceiver;
  const running: Program[] = [];

  before(async () => {
    receiver = await startWebhookReceiver();
    stack = await startStack({
      sink: { delayMs: 5 },
      environment: { SMTP_CONNECTIONS: '10', WORKER_SLICES: '4', RECORD_MAILS: '25', LOG_LEVEL: 'fatal' },
    });
    await layGround(stack.call);
    const ids = { sender_id: 1, unsubscribe_group_id: 1, contact_type_id: 1 };
    await addContacts({ client: stack.keys as never, ...ids }, people(SIZE));
  });
  after(async () => {
    await Promise.all(running.map((worker) => worker.kill()));
    await stack?.stop();
    await receiver.stop();
  });

  it('tells a webhook of each mail under one id', async () => {
    const saved = await stack.call('/webhooks/save', {
      url: receiver.url,
      events: ['delivery.accepted', 'single_send.started', 'single_send.completed'],
      batch: 1,
    });
    receiver.secret = (saved as unknown as { secret: string }).secret;
    running.push(stack.startWorker(), stack.startWorker(), stack.startWorker());
    await stack.call('/single/send/create', {
      template_id: 1,
      template_html: '<p>Hello ((first_name))</p>',
      sender_id: 1,
      unsubscribe_group_id: 1,
      single_send_name: 'Everybody',
      subject: 'News',
      preheader: 'News',
      recipient_id: ['contacts_1'],
      schedule_type: 0,
    });
    const accepted = () => rows(Delivery).countDocuments({ state: 'accepted' });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(async () => (await accepted()) > (kill * SIZE) / (KILLS + 1), 'more mails');
      await running.shift()!.kill();
      running.push(stack.startWorker());
      // The leases of the dead end by themselves after 30 s; other tests show that.
      await rows(Batch).updateMany({ lease_token: { $ne: null } }, { $set: { free_at: new Date() } });
      await rows(Webhook).updateMany({}, { $set: { lease_until: new Date(), due_at: new Date() } });
    }
    await until(async () => (await accepted()) === SIZE, 'all mails');
    const all = new Set(
      (await rows(Delivery).find({}).project({ _id: 1 }).toArray()).map((row) => row['_id']),
    );
    const told = () =>
      new Set(receiver.events.filter(({ type }) => type === 'delivery.accepted').map(({ id }) => id));
    await until(() => Promise.resolve(told().size >= all.size), 'all events');
    expect([...told()].sort()).to.deep.equal([...all].map((id) => `delivery-${id}-accepted-1`).sort());
    await until(
      () => Promise.resolve(receiver.events.some(({ type }) => type === 'single_send.completed')),
      'the completion',
    );
    const ofSend = receiver.events.filter(({ type }) => type !== 'delivery.accepted').map(({ id }) => id);
    expect(new Set(ofSend).size).to.equal(2);
  });
});
