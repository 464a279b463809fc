import { expect } from 'chai';
import { Webhook, type WebhookDocument } from '../../../../common/models/webhooks.ts';
import type { Client } from '../../../support/api.ts';
import { rows } from '../../../support/rows.ts';
import { until } from '../../../support/until.ts';
import { startWebServer, type WebServer } from '../../../support/web-server.ts';
import { startWorld, type World } from '../../../support/world.ts';

const [ACCOUNTS, WEBHOOKS] = [20, 3];
/** Lanes of late endpoints. */
const LANES = 25;
/** Milliseconds of a call without an answer, and in this test: on a busy machine the lanes fill slowly. */
const [ANSWER_MS, HELD_MS] = [10_000, 600_000];

/** Makes calls without an answer last longer. Returns the way back. */
function prolongCalls(): () => void {
  const { setTimeout: wait } = globalThis;
  const longer = (act: () => void, ms?: number, ...given: []): NodeJS.Timeout =>
    wait(act, ms === ANSWER_MS ? HELD_MS : ms, ...given);
  globalThis.setTimeout = Object.assign(longer, wait) as typeof setTimeout;
  return () => (globalThis.setTimeout = wait);
}

interface Caller {
  readonly client: Client;
  readonly contact_type_id: number;
}

describe('the lanes of webhooks', () => {
  const callers: Caller[] = [];
  let world: World;
  let server: WebServer;
  let endCallsInTime: () => void;
  let [slow, other]: [number[], number[]] = [[], []];
  /** Calls that wait for their answer, those that ended without one, and answered ones. */
  let [held, ended, answered] = [0, 0, 0];

  before(async () => {
    endCallsInTime = prolongCalls();
    world = await startWorld('webhook-lanes');
    while (callers.length < ACCOUNTS + 1) {
      const client = await world.api.account();
      const { id } = (await client.post('/contacts-type/add', { name: 'All' })).body;
      callers.push({ client, contact_type_id: id });
    }
  });
  after(async () => {
    await world.stop();
    endCallsInTime();
  });
  beforeEach(async () => {
    [held, ended, answered] = [0, 0, 0];
    server = await startWebServer();
    server.on('/slow', (request, response) => {
      request.resume();
      held += 1;
      response.once('close', () => (ended += 1));
    });
    server.on('/quick', (request, response) => {
      request.resume();
      answered += 1;
      response.end();
    });
    const made = await Promise.all(
      callers.map((caller, at) =>
        at === 0 ? addWebhooks(caller, '/quick', 1) : addWebhooks(caller, '/slow', WEBHOOKS),
      ),
    );
    [slow, other] = [made.slice(1).flat(), made[0]!];
  });
  afterEach(async () => {
    await rows(Webhook).deleteMany({});
    await server.stop();
  });

  /** Adds webhooks that have an event to tell. They are leased until {@link free}. */
  async function addWebhooks(
    { client, contact_type_id }: Caller,
    path: string,
    count: number,
  ): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      const given = { url: `${server.url}${path}`, events: ['contact.added'] };
      ids.push((await client.post('/webhooks/save', given)).body.id);
    }
    await change(ids, { lease_token: 'of the test', lease_until: new Date(Date.now() + 3_600_000) });
    const contact = { contact_type_id, email: `for-${ids[0]}@x.example`, country: 1 };
    expect((await client.post('/contacts/add', contact)).status).to.equal(200);
    return ids;
  }

  const change = (ids: readonly number[], fields: Partial<WebhookDocument>) =>
    rows(Webhook).updateMany({ _id: { $in: [...ids] } }, { $set: fields });
  const free = (ids: readonly number[], fields: Partial<WebhookDocument> = {}) =>
    change(ids, { lease_token: null, due_at: new Date(0), ...fields });

  /** The first call of the other account's endpoint. It gets no answer if it needs a lane of the slow ones. */
  async function callOther(): Promise<void> {
    await free(other);
    await until(() => answered > 0 || ended > 0, 'a call to end');
    expect({ answered, ended }).to.deep.equal({ answered: 1, ended: 0 });
  }

  it('call an endpoint for the first time while slow ones of twenty accounts take all they can', async () => {
    await free(slow, { late: true, untried: false });
    await until(() => held === LANES, 'the slow calls');
    await callOther();
    expect(held).to.equal(LANES);
  });

  it('have one for the endpoints of an account that were not called yet', async () => {
    await free(slow);
    await until(() => held >= ACCOUNTS, 'the slow calls');
    await callOther();
    expect(held).to.equal(ACCOUNTS);
  });
});
