import { expect } from 'chai';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { rows } from '../../common/mongo.ts';
import { createSeries } from '../support/automations.ts';
import { ENDPOINTS, inputsBy, requestOf, send } from '../support/calls.ts';
import { createSend, type Engine, people, startEngine } from '../support/engine.ts';
import { givenTo, layEstate } from '../support/estate.ts';
import { type Plan, startProfiler } from '../support/profiler.ts';
import { addContacts } from '../support/world.ts';

/** Collections that are read whole because all of them is what is asked for, each with why it stays small. */
const WHOLE: Readonly<Record<string, string>> = {};

describe('indexes', function () {
  this.timeout(120_000);
  let engine: Engine;
  let plans: Plan[];

  before(async () => {
    engine = await startEngine('common-indexes', { RATE_CALLS: '0' });
    const profiler = await startProfiler();
    await everyEndpoint();
    await everyJob();
    plans = await profiler.plans();
    await profiler.stop();
  });
  after(() => engine.stop());

  async function everyEndpoint(): Promise<void> {
    const estate = await layEstate(await engine.api.account(), 'ours');
    const order = ['GET', 'POST', 'DELETE'];
    const endpoints = ENDPOINTS.toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
    for (const endpoint of endpoints) {
      await send(
        engine.api,
        estate.client,
        requestOf(endpoint, givenTo(endpoint.name, inputsBy(endpoint.name), estate)),
      );
    }
    await engine.sweepOnce();
  }

  async function everyJob(): Promise<void> {
    const ground = await engine.ground();
    const { client, contact_type_id } = ground;
    const series = await createSeries(ground);
    await series.email();
    await series.live();
    await client.post('/segment/store', {
      segment_name: 'Opened',
      contact_type_id,
      select_field: ['last_opened_at', 'city'],
      select_operator: ['is within', 'is'],
      value: ['7', 'Rome'],
    });
    const segment = (await client.get('/segment/list')).body.message.segments.at(-1).id;
    await addContacts(ground, people(30));
    const csv = new File(['email,first_name\nnew@people.example,New\nbad,Bad\n'], 'people.csv');
    const form = new FormData();
    form.append('contact_type_id', String(contact_type_id));
    form.append('file', csv);
    await client.post('/contacts/upload-csv', form);
    await engine.sweepOnce();
    let mails = 0;
    engine.mail.answer(() => ((mails += 1) % 5 === 0 ? '450 4.2.1 Later' : null));
    const subject = await createSend(ground, {
      recipient_id: [`contacts_${contact_type_id}`, `segments_${segment}`],
      exclude_specific_recipient_id: [`segments_${segment}`],
    });
    for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
    const key = tokenKey(engine.api.config.appSecret);
    const { _id: mail } = (await rows(Delivery).findOne({ mailing: subject.mailing }))!;
    await engine.api.request(`/o/${signToken(key, 'open', mail)}`);
    await engine.api.tracked();
    await engine.api.request(`/unsubscribe/${signToken(key, 'unsubscribe', mail)}`, { method: 'POST' });
    await engine.api.request(`/preferences/${signToken(key, 'preferences', mail)}`);
    await client.get('/automations');
    await subject.details();
    await client.delete(`/contacts-type/delete?contact_type_id=${contact_type_id}`);
    for (let round = 0; round < 2; round += 1) await engine.sweepOnce();
  }

  it('answer every question that an endpoint, a page or a job asks', () => {
    const walked = plans.filter(({ summary, collection }) => /COLLSCAN/.test(summary) && !(collection in WHOLE));
    expect(walked.map(({ collection, operation, question }) => `${collection} ${operation} ${question}`)).to.deep.equal(
      [],
    );
  });
});
