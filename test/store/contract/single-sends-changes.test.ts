import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { DELETED, failed } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { anAccount, aSend, type Ground, layGround } from '../../support/factories.ts';
import { withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { detailsOf } from '../../support/world.ts';

const UTR = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const NOT_FOUND = failed(404, 'Record not found');
const RUNNING = failed(409, 'Single send can not be changed once it is running');
const WITHOUT_UTR = failed(422, { utr: ['The utr field is required.'] });

describe('the API of single sends', () => {
  let api: Api;
  let client: Client;
  let ground: Ground;
  let other: Ground;
  let utr: string;

  before(async () => {
    api = await startApi('contract-single-sends-changes');
    client = await api.account();
    ground = await layGround(client);
    other = await anAccount(api);
  });
  after(() => api.stop());

  const create = async (fields = {}, where = ground): Promise<string> => {
    const answer = await where.client.post('/single/send/create', aSend(where, fields));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.message.utr;
  };
  const update = (of: string, fields = {}) =>
    client.post('/single/send/update', { ...aSend(ground, fields), utr: of });
  const setStatus = (status: 0 | 1 | 2 | 3) => rows(SingleSend).updateOne({ utr }, { $set: { status } });
  const details = (of = utr, owner = client) => owner.get(`/single-send/details?utr=${of}`);

  describe('with a draft', () => {
    const BLANK = { subject: '', preheader: '', recipient_id: [], draft: 1 };

    it('accepts one without subject, preheader and recipients, until an update gives all', async () => {
      utr = await create(BLANK);
      expect(await detailsOf(client, utr)).to.deep.include({
        status: 0,
        hold_reason: 'draft',
        subject: '',
        preheader: '',
        recipient_id: [],
      });
      expect(await update(utr, { ...BLANK, draft: 0 })).to.deep.include(
        failed(422, {
          subject: ['The subject field is required.'],
          preheader: ['The preheader field is required.'],
          recipient_id: ['The recipient id field is required.'],
        }),
      );
      expect((await detailsOf(client, utr)).hold_reason).to.equal('draft');
      await update(utr);
      expect(await detailsOf(client, utr)).to.deep.include({ status: 1, hold_reason: null });
    });

    it('turns a send that has not started into a draft again', async () => {
      utr = await create();
      await update(utr, { draft: 1 });
      expect(await detailsOf(client, utr)).to.deep.include({ status: 0, hold_reason: 'draft' });
    });

    it('holds a draft as a draft before any other reason', async () => {
      utr = await create({ draft: 1, template_html: '', template_id: 1 });
      expect((await detailsOf(client, utr)).hold_reason).to.equal('draft');
    });

    it('answers the hold of a draft, and every other hold that is known, to a create or update', async () => {
      const made = await client.post('/single/send/create', aSend(ground, BLANK));
      expect(made.body.hold_reason).to.equal('draft');
      utr = made.body.message.utr;
      for (const [fields, hold] of [
        [{ template_html: '' }, 'template_empty'],
        [{}, null],
        [{ draft: 1 }, 'draft'],
      ] as const) {
        expect((await update(utr, fields)).body.hold_reason).to.equal(hold);
      }
    });

    it('needs the other inputs of a send', async () => {
      const answer = await client.post('/single/send/create', aSend(ground, { ...BLANK, sender_id: '' }));
      expect(answer).to.deep.include(failed(422, { sender_id: ['The sender id field is required.'] }));
    });
  });

  describe('with the time to take a send back', () => {
    const WAIT = { undo_seconds: 15 };
    afterEach(() => setClock());

    it('accepts 0 to 60 seconds, and nothing else', async () => {
      utr = await create({ draft: 1 });
      const before = await details();
      for (const undo_seconds of [-1, 61, 'x', 1.5, [1, 2], 1e300]) {
        for (const answer of [
          await update(utr, { undo_seconds }),
          await client.post('/single/send/create', aSend(ground, { undo_seconds })),
        ]) {
          expect([answer.status, Object.keys(answer.body.errors)]).to.deep.equal([422, ['undo_seconds']]);
        }
      }
      expect((await details()).body).to.deep.equal(before.body);
      for (const undo_seconds of [0, 60, ''])
        expect((await update(utr, { undo_seconds })).status).to.equal(200);
    });

    it('counts it down in the details and the overview of a send that is ready', async () => {
      const at = Date.now();
      setClock(() => at);
      const startsIn = async () => {
        const [shown] = (await client.get(`/single-send/overview?utr=${utr}`)).body.message.overview;
        expect(shown.starts_in).to.equal((await detailsOf(client, utr)).starts_in);
        return shown.starts_in;
      };
      utr = await create(WAIT);
      expect(await startsIn()).to.equal(15);
      setClock(() => at + 4000);
      expect(await startsIn()).to.equal(11);
      await update(utr, { ...WAIT, draft: 1 });
      expect(await startsIn()).to.equal(0);
      await update(utr, WAIT);
      expect(await startsIn()).to.equal(15);
      await update(utr);
      expect(await startsIn()).to.equal(0);
    });

    it('leaves it out of a copy', async () => {
      utr = await create(WAIT);
      const { body } = await client.post(`/single/send/duplicate?utr=${utr}`);
      expect(await detailsOf(client, body.utr)).to.include({ starts_in: 0, hold_reason: 'duplicate' });
      await update(body.utr);
      expect(await detailsOf(client, body.utr)).to.include({ starts_in: 0, hold_reason: null });
    });

    it('leaves a scheduled send its moment, and delays one that would start earlier', async () => {
      const at = Date.parse('2031-05-01T09:00:00Z');
      setClock(() => at);
      const dueAt = async (schedule_time: string) => {
        const when = { schedule_type: 1, schedule_date: '2031-05-01', schedule_time };
        utr = await create({ ...WAIT, ...when });
        expect(await detailsOf(client, utr)).to.include(when);
        return (await rows(SingleSend).findOne({ utr }))!.due_at.toISOString();
      };
      expect(await dueAt('09:30:00')).to.equal('2031-05-01T09:30:00.000Z');
      expect(await dueAt('09:00:05')).to.equal('2031-05-01T09:00:15.000Z');
    });
  });

  describe('given an update', () => {
    const MJML =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>';
    const json = JSON.stringify({ mjml: MJML });
    let excluded: number;
    /** An update that names no code. */
    const change = (fields: object) => {
      const { template_html: _, ...bare } = aSend(ground);
      return client.post('/single/send/update', { ...bare, utr, ...fields });
    };

    before(async () => {
      await client.post('/contacts-type/add', { name: 'Excluded' });
      excluded = (await client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
    });
    beforeEach(async () => {
      utr = await create({ exclude_specific_recipient_id: [`contacts_${excluded}`] });
    });

    it('keeps what it leaves out', async () => {
      const before = await detailsOf(client, utr);
      expect(await change({ subject: 'New subject' })).to.deep.include({
        status: 200,
        body: { status: 'success', message: { utr }, utr, warnings: [], version: 1, hold_reason: null },
      });
      const kept = await detailsOf(client, utr);
      expect(kept).to.deep.equal({
        ...before,
        subject: 'New subject',
        version: 1,
        updated_at: kept.updated_at,
      });
    });

    it('replaces the HTML by a document', async () => {
      await change({ template_json: json });
      expect(await detailsOf(client, utr)).to.deep.include({ template_json: json, template_html: null });
    });

    it('clears the excluded recipients when they are blank', async () => {
      await change({ exclude_specific_recipient_id: '' });
      expect(await detailsOf(client, utr)).to.deep.include({ exclude_specific_recipient_id: [] });
    });

    it('holds a send whose code it clears, until an update brings content', async () => {
      await change({ template_json: json });
      await change({ template_json: '' });
      expect(await detailsOf(client, utr)).to.deep.include({
        template_json: null,
        template_html: null,
        status: 0,
        hold_reason: 'template_empty',
      });
      await update(utr);
      expect(await detailsOf(client, utr)).to.deep.include({ status: 1, hold_reason: null });
    });

    it('accepts it for a send that is held', async () => {
      await setStatus(0);
      expect((await update(utr)).status).to.equal(200);
    });

    for (const [what, status] of [
      ['that is running', 2],
      ['that was sent', 3],
    ] as const) {
      it(`refuses it for a send ${what}`, async () => {
        await setStatus(status);
        expect(await update(utr)).to.deep.include(RUNNING);
      });
    }

    it('answers 404 for a send of another account', async () => {
      const answer = await other.client.post('/single/send/update', { ...aSend(other), utr });
      expect(answer).to.deep.include(NOT_FOUND);
    });

    it('answers 404 to an unknown utr', async () => {
      expect(await update('no-such-utr')).to.deep.include(NOT_FOUND);
    });

    it('refuses an object as the utr', async () => {
      const object = await client.post('/single/send/update', { ...aSend(ground), utr: { $ne: '' } });
      expect(object.body.errors).to.deep.equal({ utr: ['The utr field format is invalid.'] });
    });
  });

  describe('asked to duplicate', () => {
    const duplicate = (of = utr, owner = client) => owner.post(`/single/send/duplicate?utr=${of}`);
    const newest = async () => (await client.get('/single-send/list')).body.message.singleSends.at(-1);

    beforeEach(async () => {
      utr = await create({ schedule_type: 1, schedule_date: '2999-01-01', schedule_time: '09:00:00' });
    });

    for (const method of ['GET', 'POST']) {
      it(`makes a draft of a send that was sent, by ${method}`, async () => {
        const original = await detailsOf(client, utr);
        await rows(SingleSend).updateOne({ utr }, { $set: { status: 3, sent_at: new Date() } });
        const answer = await client.request(`/single/send/duplicate?utr=${utr}`, { method });
        expect(withoutNames(answer)).to.deep.include({
          status: 200,
          body: { status: 'success', message: 'Duplicated Successfully' },
        });
        const copy = await newest();
        expect(copy).to.deep.equal({
          ...original,
          id: copy.id,
          utr: copy.utr,
          single_send_name: 'Copy of A campaign',
          unique_open_token: copy.unique_open_token,
          status: 0,
          hold_reason: 'duplicate',
          created_at: copy.created_at,
          updated_at: copy.updated_at,
        });
        expect(copy.utr).to.match(UTR).and.not.equal(utr);
        expect(copy.unique_open_token).to.have.keys(Object.keys(original.unique_open_token));
        expect(copy.unique_open_token).to.not.deep.equal(original.unique_open_token);
      });

      it(`makes the copy ready by an update, after ${method}`, async () => {
        await client.request(`/single/send/duplicate?utr=${utr}`, { method });
        const copy = await newest();
        await update(copy.utr);
        expect(await detailsOf(client, copy.utr)).to.deep.include({ status: 1, hold_reason: null });
      });
    }

    it('needs a utr', async () => {
      expect(await client.get('/single/send/duplicate')).to.deep.include(WITHOUT_UTR);
    });

    it('answers 404 for an unknown send', async () => {
      expect(await client.get('/single/send/duplicate?utr=nobody')).to.deep.include(NOT_FOUND);
    });

    it('answers 404 for a send of another account', async () => {
      expect(await duplicate(utr, other.client)).to.deep.include(NOT_FOUND);
    });

    it('answers 405 to HEAD', async () => {
      const head = await client.request(`/single/send/duplicate?utr=${utr}`, { method: 'HEAD' });
      expect(head.status).to.equal(405);
    });
  });

  describe('asked to delete', () => {
    const remove = (of = utr, owner = client) => owner.delete(`/single/send/delete?utr=${of}`);

    beforeEach(async () => {
      utr = await create();
    });

    it('removes a send from every endpoint', async () => {
      expect(await remove()).to.deep.include(DELETED);
      expect(await remove()).to.deep.include(NOT_FOUND);
      expect(await details()).to.deep.include(NOT_FOUND);
      expect(await client.post(`/single/send/duplicate?utr=${utr}`)).to.deep.include(NOT_FOUND);
      expect(await update(utr)).to.deep.include(NOT_FOUND);
      const utrs = (await client.get('/single-send/list')).body.message.singleSends.map(
        (send: { utr: string }) => send.utr,
      );
      expect(utrs).to.not.include(utr);
    });

    it('answers 404 for a send of another account', async () => {
      expect(await remove(utr, other.client)).to.deep.include(NOT_FOUND);
      expect((await details()).status).to.equal(200);
    });

    it('needs a utr', async () => {
      expect(await client.delete('/single/send/delete')).to.deep.include(WITHOUT_UTR);
    });
  });

  describe('asked to delete many', () => {
    const bulk = (strIds: unknown) => client.post('/single/send/bulk-delete', { strIds });
    let second: string;
    let foreign: string;

    beforeEach(async () => {
      [utr, second, foreign] = [await create(), await create(), await create({}, other)];
    });

    it('accepts ids and utrs, and ignores those that name no send of the account', async () => {
      const third = await create();
      const { id } = await detailsOf(client, second);
      expect(await bulk([utr, String(id), foreign, 'nobody', '-1', '1e3'])).to.deep.include(DELETED);
      expect(await details(utr)).to.deep.include(NOT_FOUND);
      expect(await details(second)).to.deep.include(NOT_FOUND);
      expect((await details(third)).status).to.equal(200);
      expect((await details(foreign, other.client)).status).to.equal(200);
    });

    it('answers 404 when all were deleted before or are of another account', async () => {
      const { id } = await detailsOf(client, second);
      await bulk([utr, id]);
      expect(await bulk([utr, id, foreign])).to.deep.include(NOT_FOUND);
    });

    it('accepts a form', async () => {
      const form = new URLSearchParams([['strIds[0]', utr]]);
      expect(await client.post('/single/send/bulk-delete', form)).to.deep.include(DELETED);
    });

    it('needs at least one', async () => {
      const required = { strIds: ['The strIds field is required.'] };
      expect((await bulk([])).body.errors).to.deep.equal(required);
      expect((await client.post('/single/send/bulk-delete', {})).body.errors).to.deep.equal(required);
    });

    it('refuses an object in the list', async () => {
      expect((await bulk([utr, { $ne: 1 }])).body.errors).to.deep.equal({
        strIds: ['The strIds field format is invalid.'],
      });
    });

    it('refuses more than 10,000', async () => {
      expect((await bulk(Array(10_001).fill(utr))).body.errors).to.deep.equal({
        strIds: ['The strIds field must not have more than 10000 items.'],
      });
    });
  });
});
