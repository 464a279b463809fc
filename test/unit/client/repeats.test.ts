import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import {
  ApiError,
  createClient,
  InvalidInputs,
  NoAnswer,
  verifyWebhook,
  WrongSignature,
} from '../../../client/src/index.ts';

type Given = Response | Error;

const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const LIST = { status: 'success', message: { contactTypes: [] } };
const BUSY = { status: 'failed', errors: 'Too Many Requests', code: 'rate' };

/** A client whose calls get these answers, one after the other. */
function answering(...given: Given[]) {
  let calls = 0;
  const client = createClient({
    url: 'http://localhost',
    publicKey: 'a',
    secretKey: 'b',
    fetch: async () => {
      const one = given[Math.min(calls, given.length - 1)]!;
      calls += 1;
      if (one instanceof Error) throw one;
      return one.clone();
    },
  });
  return { client, calls: () => calls };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('the TypeScript client', () => {
  it('repeats a call that was refused for a while', async () => {
    const { client, calls } = answering(json(429, BUSY, { 'Retry-After': '0' }), json(200, LIST));
    expect(await client.contactTypeList()).to.deep.equal([]);
    expect(calls()).to.equal(2);
  });

  it('repeats a call that changes something only with a key', async () => {
    const away = () => answering(json(503, BUSY, { 'Retry-After': '0' }));
    const [bare, keyed] = [away(), away()];
    expect(await failureOf(bare.client.contactTypeAdd({ name: 'a' }))).to.be.an.instanceOf(ApiError);
    expect(
      await failureOf(keyed.client.contactTypeAdd({ name: 'a' }, { idempotencyKey: 'k' })),
    ).to.be.an.instanceOf(ApiError);
    expect([bare.calls(), keyed.calls()]).to.deep.equal([1, 3]);
  });

  it('names no answer, an HTML page, and the kind and code of a failure', async () => {
    const lost = answering(new TypeError('fetch failed'));
    expect(await failureOf(lost.client.contactTypeAdd({ name: 'a' }))).to.be.an.instanceOf(NoAnswer);
    const page = answering(new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }));
    expect(await failureOf(page.client.contactTypeList()))
      .to.have.property('errors')
      .that.matches(/^This is no API: HTML/);
    const wrong = answering(
      json(422, {
        status: 'failed',
        errors: { name: ['x'] },
        code: 'invalid_inputs',
        codes: { name: ['required'] },
      }),
    );
    const error = await failureOf(wrong.client.contactTypeAdd({ name: '' }));
    expect(error).to.be.an.instanceOf(InvalidInputs);
    expect(error).to.deep.include({ code: 'invalid_inputs', codes: { name: ['required'] } });
  });
});

describe('the check of a webhook’s call', () => {
  const [OLD, NEW, OTHER] = [1, 2, 3].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`) as [
    string,
    string,
    string,
  ];
  const now = 1_764_000_000_000;

  const call = (event: unknown, ...secrets: string[]) => {
    const body = JSON.stringify(event);
    const signed = `msg_1.${now / 1000}.${body}`;
    const signatures = secrets.map(
      (secret) =>
        `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(signed)
          .digest('base64')}`,
    );
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(now / 1000),
      'webhook-signature': signatures.join(' '),
    };
    return { body, headers, now };
  };

  it('returns its events', async () => {
    const event = { type: 'delivery.accepted' };
    expect(await verifyWebhook({ secrets: NEW, ...call(event, NEW) })).to.deep.equal([event]);
    expect(await verifyWebhook({ secrets: OLD, ...call(event, NEW, OLD) })).to.deep.equal([event]);
    expect(await verifyWebhook({ secrets: [NEW, OLD], ...call(event, OLD) })).to.deep.equal([event]);
    const { headers, ...rest } = call({ type: 'batch', data: [event, event] }, NEW);
    expect(await verifyWebhook({ secrets: NEW, headers: new Headers(headers), ...rest })).to.deep.equal([
      event,
      event,
    ]);
  });

  it('refuses others, changed ones and late ones', async () => {
    const right = call({ type: 'a' }, NEW);
    const wrong = [
      call({ type: 'a' }, OTHER),
      { ...right, body: `${right.body} ` },
      { ...right, now: now + 301_000 },
      { ...right, headers: {} },
      { ...right, headers: { ...right.headers, 'webhook-timestamp': 'soon' } },
      { ...right, headers: { ...right.headers, 'webhook-signature': 'v1,???' } },
    ];
    for (const one of wrong)
      expect(await failureOf(verifyWebhook({ secrets: NEW, ...one }))).to.be.an.instanceOf(WrongSignature);
  });
});
