import { expect } from 'chai';
import mongoose from 'mongoose';
import { dueForDetails } from '../../../../common/changes/mail-details.ts';
import { now } from '../../../../common/clock.ts';
import { signToken, tokenKey } from '../../../../common/domain/tokens.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { ALL_CHORES } from '../../../../worker/all-chores.ts';
import { purgeContacts } from '../../../../worker/lifecycle/retention/purge-contacts.ts';
import { removeStrayUploads } from '../../../../worker/lifecycle/retention/stray-uploads.ts';
import { addFixtures, givenTo } from '../../../support/account-fixture.ts';
import { createSeries } from '../../../support/automations.ts';
import { ENDPOINTS, inputsBy, requestOf, send } from '../../../support/calls.ts';
import { createSend, type Engine, people, startOwnEngine } from '../../../support/engine.ts';
import { mailOf } from '../../../support/mail-of.ts';
import { type QueryPlan, startProfiler } from '../../../support/profiler.ts';
import { addContacts } from '../../../support/world.ts';

/**
 * Queries that must use the index made for them, even if the planner has others: the collection, words of the query, the index.
 * They are pages of lists, walks of an audience, claims, due work and look-ups.
 */
const HOT: readonly (readonly [string, RegExp, string])[] = [
  ['contacts', /"user_id":\d+,"deleted_at":null\},\{"_id":\{"\$gt"/, 'user_id: 1, _id: 1'],
  [
    'suppressions',
    /"unsubscribe_groups_id":(null|\d+)\},\{"_id":\{"\$gt"/,
    'user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1',
  ],
  [
    'segment_recipients',
    /"removed":false\},\{"_id":\{"\$gt"/,
    'user_id: 1, segment_id: 1, removed: 1, _id: 1',
  ],
  ['single_sends', /"\$and":.*"_id":\{"\$gt"/, 'user_id: 1, _id: 1'],
  // The calendar.
  ['single_sends', /"status":1,"deleted_at":null,"due_at":\{"\$gte"/, 'user_id: 1, _id: 1'],
  [
    'contacts',
    /"email_norm":\{"\$in":\[[^\]]*\]\}(?!,"deleted_at":\{"\$gt")/,
    'user_id: 1, contact_type_id: 1, email_norm: 1',
  ],
  ['contacts', /"email_norm":.*"deleted_at":\{"\$gt"/, 'user_id: 1, email_norm: 1'],
  [
    'suppressions',
    /"email_norm":\{"\$in":.*"unsubscribe_groups_id":\{"\$in"/,
    'user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1',
  ],
  // Searches, and look-ups of an address.
  ['contacts', /"email_norm":\{"\$gte"/, 'user_id: 1, contact_type_id: 1, email_norm: 1'],
  [
    'contacts',
    /"email_norm":"[^"]*"(?!,"deleted_at":\{"\$gt")/,
    'user_id: 1, contact_type_id: 1, email_norm: 1',
  ],
  [
    'contacts',
    /"first_name_folded":\{"\$gte":"[^"]*","\$lt":"[^"]*"\}\}$/,
    'user_id: 1, first_name_folded: 1, _id: 1',
  ],
  [
    'contacts',
    /"last_name_folded":\{"\$gte":"[^"]*","\$lt":"[^"]*"\}\}$/,
    'user_id: 1, last_name_folded: 1, _id: 1',
  ],
  [
    'suppressions',
    /"unsubscribe_groups_id":(null|\d+),"email_norm":/,
    'user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1',
  ],
  ['segment_recipients', /"contact_id":\{"\$gte":0,"\$in"/, 'user_id: 1, contact_id: 1, segment_id: 1'],
  [
    'segment_recipients',
    /"removed":false,"by_hand.email_norm":"/,
    'user_id: 1, by_hand.email_norm: 1, segment_id: 1',
  ],
  [
    'segment_recipients',
    /"by_hand.email_norm":\{"\$gte":"".*"\$elemMatch"/,
    'user_id: 1, segment_id: 1, by_hand.search_keys: 1',
  ],
  ['batches', /"state":"ready","free_at"/, 'user_id: 1, mailing: 1, state: 1, _id: 1'],
  ['deliveries', /"state":"deferred","due_at"/, 'user_id: 1, mailing: 1, due_at: 1'],
  ['single_sends', /"status":1,"due_at"/, 'status: 1, due_at: 1'],
  ['enrollments', /"schedule_id":\d+,"due_at":\{.*"plan"/, 'user_id: 1, schedule_id: 1, due_at: 1'],
  ['enrollments', /"delivery_id":\{"\$gt":0,"\$in"/, 'user_id: 1, delivery_id: 1'],
  ['notices', /^\{"user_id":\{"\$gt":0\},"due_at"/, 'user_id: 1, due_at: 1'],
  ['imports', /(?<!"_id":\d+,)"file_id"/, 'file_id: 1'],
  ['mailings', /^\{"state":"open"/, 'state: 1'],
  ['deliveries', /"state":"in_doubt"/, 'user_id: 1, mailing: 1, _id: 1'],
  ['contacts', /^\{"deleted_at":\{"\$gt"/, 'deleted_at: 1'],
  // The list of tags.
  ['contacts', /"tags":\{"\$gt":/, 'user_id: 1, tags: 1, _id: 1'],
  // Walks of a contact type: by rules, and by the counts of its contacts.
  [
    'contacts',
    /"contact_type_id":\d+,"deleted_at":null,"_id":\{"\$gt/,
    'user_id: 1, contact_type_id: 1, deleted_at: 1, _id: 1',
  ],
  ['contact_counts', /^\{"contact_type_id"/, 'contact_type_id: 1'],
  ['contact_days', /^\{"user_id":\d+,"day"/, 'user_id: 1, day: 1'],
  // Figures: dirty batches, and batches to count.
  ['batches', /"mailing":.*"dirty_at":\{"\$type":"date"/, 'user_id: 1, mailing: 1, dirty_at: 1'],
  ['deliveries', /"\$group":\{"_id":"\$batch"/, '_id: 1'],
  // Details: batches to count, of a mailing and of all.
  ['batches', /"mailing":"[^"]*","details_dirty_at":/, 'user_id: 1, mailing: 1'],
  ['batches', /^\{"details_due_at":/, 'details_due_at: 1'],
  // Counts: of a run of opt-outs, and of enrollments.
  ['suppressions', /"_id":\{"\$gte".*"\$group"/, 'user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1'],
  ['unsubscribe_counts', /^\{"unsubscribe_groups_id"/, 'unsubscribe_groups_id: 1'],
  ['enrollments', /"_id":\{"\$gte".*"\$group"/, '_id: 1'],
  ['enrollment_counts', /^\{"automation_id"/, 'automation_id: 1'],
  // Automations: contacts in the target, enrollments with a new plan, pauses.
  ['enrollments', /"automation_id":\d+,"email_norm":\{"\$in"/, 'user_id: 1, automation_id: 1, email_norm: 1'],
  ['enrollments', /"automation_id":\d+,"email_norm":"/, 'user_id: 1, automation_id: 1, email_norm: 1'],
  [
    'deliveries',
    /"mailing":\{"\$in":\["email-.*"email_norm":\{"\$in"/,
    'user_id: 1, mailing: 1, email_norm: 1',
  ],
  ['enrollments', /"state":"waiting","plan":\{"\$lt"/, 'user_id: 1, automation_id: 1, plan: 1'],
  ['mailings', /"automation_id":\{"\$gt":0/, 'automation_id: 1'],
  ['mailings', /"single_send_id":\{"\$in"/, 'user_id: 1, single_send_id: 1'],
  // The sweep.
  ['segments', /^(\[\{"\$match":)?\{"deleted_at":null,"recheck_at"/, 'recheck_at: 1'],
  ['segments', /^(\[\{"\$match":)?\{"deleted_at":null,"walk.began_at"/, 'walk.began_at: 1'],
  ['automations', /^\{"replan_at"/, 'replan_at: 1'],
  ['imports', /^\{"state":"(waiting|running)"/, 'state: 1, _id: 1'],
  ['segment_recipients', /"contact_id":\{"\$in"/, 'user_id: 1, contact_id: 1, segment_id: 1'],
];

describe('the set of indexes', () => {
  let engine: Engine;
  let plans: QueryPlan[];

  before(async () => {
    engine = await startOwnEngine('common-indexes', { RATE_CALLS: '0' });
    const profiler = await startProfiler();
    await everyEndpoint();
    await everyJob();
    plans = await profiler.plans();
    await profiler.stop();
  });
  after(() => engine.stop());

  async function everyEndpoint(): Promise<void> {
    const fixture = await addFixtures(await engine.api.account(), 'ours');
    for (const path of [
      '/contacts/list?',
      '/global-unsubscribes?',
      '/suppressions?',
      `/unsubscribes-groups/recipients-list?groupId=${fixture.names.group}&`,
      `/segment/email/list?segment_id=${fixture.names.segment}&`,
    ]) {
      for (const given of ['email=ours@example.com', 'search=ours', 'email=ours@example.com&search=ours']) {
        expect((await fixture.client.get(`${path}${given}`)).status).to.equal(200);
      }
    }
    const order = ['GET', 'POST', 'DELETE'];
    const endpoints = ENDPOINTS.toSorted(
      (one, other) => order.indexOf(one.method) - order.indexOf(other.method),
    );
    for (const endpoint of endpoints) {
      await send(
        engine.api,
        fixture.client,
        requestOf(endpoint, givenTo(endpoint.name, inputsBy(endpoint.name), fixture)),
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
    engine.mail.answer(() => ((mails += 1) % 5 === 0 ? { code: 450, text: '4.2.1 Later' } : null));
    const subject = await createSend(ground, {
      recipient_id: [`contacts_${contact_type_id}`, `segments_${segment}`],
      exclude_specific_recipient_id: [`segments_${segment}`],
    });
    for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
    const key = tokenKey(engine.api.config.appSecret);
    const mail = mailOf((await Delivery.of(client.user_id).findOne({ mailing: subject.mailing }))!);
    await engine.api.request(`/o/${signToken(key, 'open', mail)}`);
    await engine.api.tracked();
    await engine.api.request(`/unsubscribe/${signToken(key, 'unsubscribe', mail)}`, { method: 'POST' });
    await engine.api.request(`/preferences/${signToken(key, 'preferences', mail)}`);
    await client.get('/automations');
    expect((await series.progress()).entered).to.be.above(0);
    const [first] = await series.enrollments();
    await client.get(`/automations/person?utr=${series.utr}&email=${encodeURIComponent(first!.email)}`);
    await subject.details();
    // The sweep does this regularly.
    await dueForDetails(1);
    await removeStrayUploads(now());
    await purgeContacts(now(), () => false);
    await client.delete(`/contacts-type/delete?contact_type_id=${contact_type_id}`);
    for (let round = 0; round < 2; round += 1) await engine.sweepOnce();
  }

  it('answers every query of an endpoint, a page or a job', () => {
    const walked = plans.filter(({ summary }) => /COLLSCAN/.test(summary));
    expect(
      walked.map(({ collection, operation, question }) => `${collection} ${operation} ${question}`),
    ).to.deep.equal([]);
  });

  it('shows whether the sweep has something to do', async () => {
    // These are parts of one question, and so not in the profile.
    const signs = ALL_CHORES.flatMap(({ name, signs = [] }) => signs.map((one) => ({ name, ...one })));
    for (const { name, collection, filter } of signs) {
      const question = filter(now());
      // Any document is a sign.
      if (Object.keys(question).length === 0) continue;
      const found = mongoose.connection.db!.collection(collection).find(question).limit(1);
      const { queryPlanner } = await found.explain('queryPlanner');
      expect(JSON.stringify(queryPlanner.winningPlan), name)
        .to.include('"IXSCAN"')
        .and.not.include('"COLLSCAN"');
    }
  });

  for (const [collection, question, index] of HOT) {
    it(`answers ${collection} ${question.source} by ${index}`, () => {
      const asked = plans.filter((plan) => plan.collection === collection && question.test(plan.question));
      expect(asked, 'questions of this form').to.have.length.at.least(1);
      for (const { summary, question: one } of asked) {
        expect(summary, one).to.match(/^(IXSCAN|DISTINCT_SCAN|COUNT_SCAN) /);
        for (const scan of summary.split('}, ')) expect(scan, one).to.contain(`{ ${index}`);
      }
    });
  }
});
