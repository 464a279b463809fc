import { expect } from 'chai';
import { Webhook } from '../../../../common/models/webhooks.ts';
import { TOLD_MS, toldEvents } from '../../../../common/queries/told-events.ts';
import { Counter } from '../../../../common/store/counters.ts';
import { type Api, startApi } from '../../../support/api.ts';
import { passTimers } from '../../../support/pass-timers.ts';
import { rows } from '../../../support/rows.ts';

const ACCOUNTS = Array.from({ length: 20 }, (_, at) => 9000 + at);

describe('the search for a webhook’s events', () => {
  let api: Api;
  let asked: string[];
  const webhooks = () => rows(Webhook);
  let restore: () => void;

  before(async () => {
    api = await startApi('common-told-events');
    const collection = webhooks();
    const { distinct } = collection;
    const { find } = Counter;
    Object.assign(Counter, {
      find(...given: unknown[]) {
        // The process also asks for other ids.
        if (JSON.stringify(given).includes('webhooks')) asked.push('find');
        return Reflect.apply(find, Counter, given);
      },
    });
    Object.assign(collection, {
      distinct(...given: unknown[]) {
        asked.push('distinct');
        return Reflect.apply(distinct, collection, given);
      },
    });
    restore = () => {
      Object.assign(Counter, { find });
      Object.assign(collection, { distinct });
    };
  });
  after(async () => {
    restore();
    await api.stop();
  });
  beforeEach(() => {
    // Answers are known for a second.
    passTimers(TOLD_MS);
    asked = [];
  });

  it('asks once for all accounts when there is no webhook', async () => {
    const told = await Promise.all(ACCOUNTS.map(toldEvents));
    expect(told.every(({ size }) => size === 0)).to.equal(true);
    expect(asked).to.deep.equal(['find']);
  });

  it('asks for each account when there is one', async () => {
    const client = await api.account();
    const given = { url: 'https://shop.example/', events: ['delivery.bounced', 'contact.added'] };
    expect((await client.post('/webhooks/save', given)).status).to.equal(200);
    asked = [];
    const mine = () => toldEvents(client.user_id);
    const [told, others] = await Promise.all([
      mine(),
      toldEvents(ACCOUNTS[0]!),
      ...Array.from({ length: 50 }, mine),
    ]);
    expect([...told].sort()).to.deep.equal(['contact.added', 'delivery.bounced']);
    expect(others.size).to.equal(0);
    expect(asked.filter((one) => one === 'distinct')).to.have.length(2);
  });
});
