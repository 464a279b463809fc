import { expect } from 'chai';
import { EventNote } from '../../../common/models/event-notes.ts';
import { IdempotencyKey } from '../../../common/models/idempotency-keys.ts';
import { WebhookAttempt } from '../../../common/models/webhook-attempts.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { nextId } from '../../../common/store/ids.ts';
import { ADDED, DELETED, failed, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { aWebhookCall } from '../../support/factories.ts';
import { ALLOWED_URLS, REFUSED_URLS } from '../../support/guarded-urls.ts';
import { withoutHints } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const URL = 'https://shop.example/webhooks';
const EVENTS = ['delivery.bounced', 'delivery.complained'];

describe('the API of webhooks', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-webhooks', { RATE_CALLS: '0' });
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const save = (given = {}, by = client) => by.post('/webhooks/save', { url: URL, events: EVENTS, ...given });
  const listed = async (by = client) => (await by.get('/webhooks')).body.message.webhooks;

  it('lists webhooks without their secret, which the answer to their creation shows', async () => {
    const { body } = await save();
    const { id, secret, ...answer } = body;
    expect(answer).to.deep.equal(ADDED.body);
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [webhook] = await listed();
    expect(webhook).to.deep.equal({
      id,
      user_id: client.user_id,
      url: URL,
      events: EVENTS,
      batch: 0,
      is_enabled: 1,
      failing_since: null,
      last_failure: null,
      created_at: webhook.created_at,
      updated_at: webhook.created_at,
    });
    expect(webhook.created_at).to.match(TIMESTAMP);
    const stored = await rows(Webhook).findOne({ _id: id });
    expect(JSON.stringify(stored)).not.to.contain(secret.slice('whsec_'.length));
  });

  it('needs a URL and events', async () => {
    const answer = await client.post('/webhooks/save', {});
    expect(answer.status).to.equal(422);
    expect(answer.body.errors).to.deep.equal({
      url: ['The url field is required.'],
      events: ['The events field is required.'],
    });
  });

  it('refuses each URL that it would never call, when it is saved and when it is changed', async () => {
    const { id } = (await save()).body;
    for (const url of ['shop.example/webhooks', ...Object.values(REFUSED_URLS).flat()])
      for (const answer of [
        await save({ url }),
        await client.post(`/webhooks/update?id=${id}`, { url, events: EVENTS }),
      ]) {
        expect(withoutHints(answer), url).to.deep.include(
          failed(422, { url: ['The url field format is invalid.'] }),
        );
        expect(answer.body.hints.url[0], url).to.match(/[a-z]/);
      }
    expect((await listed()).map(({ url }: { url: string }) => url)).to.deep.equal([URL]);
    for (const url of ALLOWED_URLS) {
      expect((await save({ url })).status, url).to.equal(200);
      const changed = await client.post(`/webhooks/update?id=${id}`, { url, events: EVENTS });
      expect(changed.status, url).to.equal(200);
    }
  });

  it('refuses unknown events', async () => {
    expect(withoutHints(await save({ events: ['delivery.accepted', 'delivery.lost'] }))).to.deep.include(
      failed(422, { events: ['The selected events is invalid.'] }),
    );
  });

  it('adds ten to an account at most, also when calls add them at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => save()));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    expect(answers.find(({ status }) => status === 409)!.body).to.deep.equal(
      failed(409, 'An account has at most 10 webhooks').body,
    );
    expect(await listed()).to.have.length(10);
  });

  it('changes a webhook, and enables it again', async () => {
    const { id } = (await save()).body;
    await rows(Webhook).updateOne(
      { _id: id },
      { $set: { enabled: false, failing_since: new Date(), failures: 90, last_failure: 'It answered 500' } },
    );
    expect((await listed())[0]).to.deep.include({ is_enabled: 0, last_failure: 'It answered 500' });
    const change = { url: 'https://other.example/', events: ['delivery.accepted'], batch: 1 };
    expect((await client.post(`/webhooks/update?id=${id}`, change)).body.message).to.equal(
      'Updated Successfully',
    );
    expect((await listed())[0]).to.deep.include({
      ...change,
      is_enabled: 1,
      failing_since: null,
      last_failure: null,
    });
  });

  it('gives a webhook a new secret, and keeps the old one for a while', async () => {
    const { id, secret: first } = (await save()).body;
    const old = await rows(Webhook).findOne({ _id: id });
    const { body } = await client.post(`/webhooks/rotate?id=${id}`, {});
    const { secret, ...answer } = body;
    expect(answer).to.deep.equal({ status: 'success', message: 'Updated Successfully' });
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.to.equal(first);
    const found = (await rows(Webhook).findOne({ _id: id }))!;
    expect(found.former!.map(({ sealed }) => sealed)).to.deep.equal([old!.sealed]);
    expect(found.former![0]!.until.getTime() - Date.now()).to.be.within(86_300_000, 86_400_000);
    expect(Object.keys((await listed())[0])).not.to.include.members(['sealed', 'former']);
    expect((await listed())[0]).to.deep.include({ id, url: URL, events: EVENTS });
  });

  it('keeps the last three of the secrets that were replaced', async () => {
    const { id } = (await save()).body;
    const sealed: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      sealed.push((await rows(Webhook).findOne({ _id: id }))!.sealed);
      await client.post(`/webhooks/rotate?id=${id}`, {});
    }
    const { former = [] } = (await rows(Webhook).findOne({ _id: id }))!;
    expect(former.map((one) => one.sealed)).to.deep.equal(sealed.slice(-3));
  });

  it('keeps each secret that simultaneous calls replace', async () => {
    const { id } = (await save()).body;
    const answers = await Promise.all([1, 2].map(() => client.post(`/webhooks/rotate?id=${id}`, {})));
    expect(new Set(answers.map(({ body }) => body.secret)).size).to.equal(2);
    expect((await rows(Webhook).findOne({ _id: id }))!.former).to.have.length(2);
  });

  for (const [what, path, given] of [
    ['adds', '/webhooks/save', { url: URL, events: EVENTS }],
    ['replaces the secret of', '/webhooks/rotate', {}],
  ] as const)
    it(`stores no secret of its answer, and ${what} one once, by an Idempotency-Key`, async () => {
      const { id } = (await save()).body;
      const call = () =>
        client.request(path === '/webhooks/rotate' ? `${path}?id=${id}` : path, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': `once ${path}`.replace(' ', '-'),
          },
          body: JSON.stringify(given),
        });
      const [first, again] = [await call(), await call()];
      expect(first.status, JSON.stringify(first.body)).to.equal(200);
      expect(again.body).to.deep.equal(first.body);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const webhooks = await rows(Webhook).find({ user_id: client.user_id }).toArray();
      expect(webhooks).to.have.length(path === '/webhooks/rotate' ? 1 : 2);
      if (path === '/webhooks/rotate') expect(webhooks[0]!.former).to.have.length(1);
      const kept = JSON.stringify(await rows(IdempotencyKey).find({ user_id: client.user_id }).toArray());
      expect(kept).to.contain('"sealed":true');
      expect(kept).not.to.contain('whsec_');
    });

  it('deletes a webhook, and only for its account', async () => {
    const { id } = (await save()).body;
    const other = await api.account();
    for (const call of [
      other.delete(`/webhooks/delete?id=${id}`),
      other.get(`/webhooks/attempts?id=${id}`),
      other.post(`/webhooks/update?id=${id}`, { url: URL, events: EVENTS }),
      other.post(`/webhooks/rotate?id=${id}`, {}),
      other.post('/webhooks/redeliver', { id }),
      other.post(`/webhooks/test?id=${id}`, {}),
    ])
      expect(await call).to.deep.include(RECORD_NOT_FOUND);
    expect(await client.delete(`/webhooks/delete?id=${id}`)).to.deep.include(DELETED);
    expect(await listed()).to.deep.equal([]);
  });

  describe('when a test event is asked for', () => {
    let receiver: WebhookReceiver;
    let id: number;

    beforeEach(async () => {
      receiver = await startWebhookReceiver();
      ({ id, secret: receiver.secret } = (await save({ url: receiver.url })).body);
    });
    afterEach(() => receiver.stop());

    const test = (of = id) => client.post(`/webhooks/test?id=${of}`, {});

    it('sends it signed, and shows the answer', async () => {
      const { status, body } = await test();
      expect(status, JSON.stringify(body)).to.equal(200);
      const { message_id, took_ms, ...shown } = body.message.test;
      expect(shown).to.deep.equal({ status: 204, failure: null, answer: '' });
      expect(took_ms).to.be.within(0, 10_000);
      const [event, ...more] = receiver.events;
      expect(more).to.deep.equal([]);
      expect(event).to.deep.equal({
        id: message_id,
        type: 'webhook.test',
        timestamp: event!.timestamp,
        data: { webhook_id: id },
      });
      expect(event!.timestamp).to.match(TIMESTAMP);
    });

    it('shows the beginning of a long answer that is a failure, and changes nothing', async () => {
      receiver.status = 500;
      const before = await listed();
      const { body } = await test();
      expect(body.message.test).to.deep.include({
        status: 500,
        failure: 'It answered 500',
        answer: 'x'.repeat(500),
      });
      expect(await listed()).to.deep.equal(before);
      expect((await client.get(`/webhooks/attempts?id=${id}`)).body.message.attempts).to.deep.equal([]);
    });

    it('reports an endpoint that cannot be reached, and calls a disabled webhook', async () => {
      await rows(Webhook).updateOne({ _id: id }, { $set: { enabled: false } });
      await receiver.server.stop();
      expect((await test()).body.message.test).to.deep.include({
        status: null,
        failure: 'It could not be reached (ECONNREFUSED)',
        answer: '',
      });
      expect((await listed())[0].is_enabled).to.equal(0);
    });

    it('sends a batch where the webhook has batches', async () => {
      const other = (await save({ url: receiver.url, batch: 1 })).body;
      receiver.secret = other.secret;
      const { message_id } = (await test(other.id)).body.message.test;
      expect(receiver.events).to.have.length(1);
      expect(receiver.events[0]).to.deep.include({ id: message_id, data: { webhook_id: other.id } });
    });

    it('sends ten of an account in an hour', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => test()));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
      const late = answers.find(({ status }) => status === 429)!;
      expect(late.body.hints).to.deep.equal({ limit: ['10 test events an hour'] });
      expect(Number(late.headers.get('retry-after'))).to.be.within(3500, 3600);
      expect(receiver.events).to.have.length(10);
    });
  });

  it('lists the calls of a webhook', async () => {
    const { id } = (await save()).body;
    const _id = await nextId('webhook_attempts');
    const failed = { status: 503, failure: 'It answered 503', at: new Date('2026-11-25T08:00:00Z') };
    await rows(WebhookAttempt).insertOne(
      aWebhookCall({ _id, user_id: client.user_id, webhook_id: id }, { ...failed, took_ms: 31 }),
    );
    expect((await client.get(`/webhooks/attempts?id=${id}`)).body.message.attempts).to.deep.equal([
      {
        id: _id,
        message_id: 'delivery-1-bounced-1',
        types: ['delivery.bounced'],
        events: 1,
        status: 503,
        failure: 'It answered 503',
        took_ms: 31,
        created_at: '2026-11-25T08:00:00.000000Z',
        body: null,
        answer: null,
      },
    ]);
  });

  it('shows what was sent and answered when that is asked for', async () => {
    const { id } = (await save()).body;
    const content = { body: '{"id":"delivery-1-bounced-1"}', answer: 'no such order' };
    for (const fields of [{}, content])
      await rows(WebhookAttempt).insertOne(
        aWebhookCall(
          { _id: await nextId('webhook_attempts'), user_id: client.user_id, webhook_id: id },
          fields,
        ),
      );
    const shown = async (range: string) =>
      (await client.get(`/webhooks/attempts?id=${id}${range}`)).body.message.attempts.map(
        ({ body, answer }: Record<string, unknown>) => ({ body, answer }),
      );
    const none = { body: null, answer: null };
    expect(await shown('&bodies=1')).to.deep.equal([none, content]);
    expect(await shown('&bodies=0')).to.deep.equal([none, none]);
    expect(withoutHints(await client.get(`/webhooks/attempts?id=${id}&bodies=2`))).to.have.property(
      'status',
      422,
    );
  });

  it('lists the latest calls alone', async () => {
    const { id } = (await save()).body;
    const made: number[] = [];
    for (const status of [500, 503, 200]) {
      const _id = await nextId('webhook_attempts');
      made.push(_id);
      await rows(WebhookAttempt).insertOne(
        aWebhookCall({ _id, user_id: client.user_id, webhook_id: id }, { status }),
      );
    }
    const ids = async (range: string): Promise<number[]> =>
      (await client.get(`/webhooks/attempts?id=${id}${range}`)).body.message.attempts.map(
        (attempt: { id: number }) => attempt.id,
      );
    expect(await ids('&last=2')).to.deep.equal(made.slice(1));
    expect(await ids('&last=500')).to.deep.equal(made);
    expect(await ids('&last=2&limit=1')).to.deep.equal(made.slice(1, 2));
    for (const [bad, text] of [
      ['0', 'The last field must be between 1 and 500.'],
      ['501', 'The last field must be between 1 and 500.'],
      ['many', 'The last field must be an integer.'],
    ])
      expect(withoutHints(await client.get(`/webhooks/attempts?id=${id}&last=${bad}`))).to.deep.include(
        failed(422, { last: [text] }),
      );
  });

  it('redelivers from a time on, seven days at most', async () => {
    const { id } = (await save()).body;
    await rows(Webhook).updateOne({ _id: id }, { $set: { enabled: false, failures: 9 } });
    const from = new Date(Date.now() - 3600_000).toISOString();
    const answer = await client.post('/webhooks/redeliver', { id, from });
    expect(answer.body.message).to.equal('Redelivery Started');
    const found = await rows(Webhook).findOne({ _id: id });
    expect(found).to.deep.include({ enabled: true, failures: 0 });
    expect(found!.position).to.deep.equal({ at: new Date(from), note: null, told: 0 });
    await client.post('/webhooks/redeliver', { id, from: '2020-01-01T00:00:00Z' });
    const { at } = (await rows(Webhook).findOne({ _id: id }))!.position;
    expect(Date.now() - at.getTime()).to.be.within(7 * 86_400_000 - 1000, 7 * 86_400_000 + 60_000);
    for (const [bad, text] of [
      ['yesterday', 'The from field must match the format Y-m-d\\TH:i:s\\Z.'],
      ['2099-01-01T00:00:00Z', 'The from field must be a date before now.'],
    ])
      expect(withoutHints(await client.post('/webhooks/redeliver', { id, from: bad }))).to.deep.include(
        failed(422, { from: [text] }),
      );
  });

  it('stores no event note when the account has no webhook', async () => {
    expect(await rows(EventNote).countDocuments({ user_id: client.user_id })).to.equal(0);
  });
});
