import { expect } from 'chai';
import { DELETED, failed, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Ground, layGround } from '../../support/factories.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MISSING = failed(404, 'Record not found');
const LIVE = { status: 200, body: { status: 'success', message: 'Automation has been set live' } };
const PAUSED = { status: 200, body: { status: 'success', message: 'Automation Paused Successfully' } };

describe('the API of automations', () => {
  let api: Api;
  let client: Client;
  let ground: Ground;

  before(async () => {
    api = await startApi('contract-automations', { PUBLIC_URL: 'https://mail.example.com' });
  });
  beforeEach(async () => {
    client = await api.account({ timezone: 'Asia/Tokyo' });
    ground = await layGround(client);
  });
  after(() => api.stop());

  const target = () => `contacts_${ground.contact_type_id}`;
  const post = (fields: Record<string, unknown>, owner = client) => owner.post('/automations/create', fields);
  const create = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const answer = await post({
      type: 'welcome',
      automation_for: target(),
      automation_name: 'Welcome',
      unsubscribe_group_id: ground.unsubscribe_group_id,
      ...fields,
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.message.utr;
  };
  const call = (what: string, utr: string, owner = client) => owner.get(`/automations/${what}?utr=${utr}`);
  const detailsOf = async (utr: string) => (await call('details', utr)).body.message.automation;
  const listOf = async (owner = client) => (await owner.get('/automations')).body.message.automations;
  const addMail = (utr: string, subject: string) =>
    client.post('/automations/schedule/create', {
      utr,
      sender_id: ground.sender_id,
      subject,
      waiting_period: 1,
      waiting_type: 'instantly',
      template_id: 4,
      preview_img: 'welcome.png',
    });

  it('answers the utr of a new automation', async () => {
    const answer = await post({
      type: 'welcome',
      automation_for: target(),
      automation_name: 'Welcome',
      unsubscribe_group_id: ground.unsubscribe_group_id,
    });
    const { utr } = answer.body.message;
    expect(withoutNames(answer)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { utr } },
    });
    expect(utr).to.match(UUID);
  });

  it('lists automations as they were created, with their number of emails', async () => {
    const utr = await create({ automation_name: ' Welcome ' });
    await addMail(utr, 'Hello');
    await addMail(utr, 'Hello again');
    const list = await client.get('/automations');
    const [automation] = list.body.message.automations;
    expect(list).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          automations: [
            {
              id: automation.id,
              user_id: client.user_id,
              automation_for: ground.contact_type_id,
              automation_for_table: 'contacts_',
              automation_name: 'Welcome',
              exit_criteria: 0,
              unsubscribe_group_id: String(ground.unsubscribe_group_id),
              automation_type: 1,
              utr,
              status: 0,
              live_at: null,
              total_triggered: 0,
              total_delivered: 0,
              total_unique_opens: 0,
              total_opens: 0,
              total_bounces: 0,
              total_unsubscribe: 0,
              deleted_at: null,
              created_at: automation.created_at,
              updated_at: automation.updated_at,
              hold_reason: null,
              hold_detail: null,
              full_since: null,
              total_complaints: 0,
              total_unique_clicks: 0,
              total_clicks: 0,
              total_machine_opens: 0,
              total_machine_clicks: 0,
              automation_schedule_count: 2,
            },
          ],
        },
      },
    });
    expect(automation.id).to.be.a('number');
    expect(automation.created_at).to.match(TIMESTAMP);
  });

  it('shows the details of an automation without its number of emails', async () => {
    const utr = await create();
    const [{ automation_schedule_count: _, ...automation }] = await listOf();
    expect(await call('details', utr)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { automation } },
    });
  });

  it('accepts a custom type, exit criteria, and a segment as the target', async () => {
    await client.post('/segment/store', {
      segment_name: 'All',
      contact_type_id: ground.contact_type_id,
      select_field: ['email'],
      select_operator: ['is not blank'],
    });
    const [segment] = (await client.get('/segment/list')).body.message.segments;
    const utr = await create({ type: 'custom', automation_for: `segments_${segment.id}`, exit_criteria: 1 });
    expect(await detailsOf(utr)).to.deep.include({
      automation_type: 2,
      exit_criteria: 1,
      automation_for: segment.id,
      automation_for_table: 'segments_',
    });
  });

  it('creates an automation without target and group', async () => {
    const answer = await post({
      type: 'custom',
      automation_name: 'Later',
      automation_for: '',
      exit_criteria: '',
    });
    expect(await detailsOf(answer.body.message.utr)).to.deep.include({
      automation_for: 0,
      automation_for_table: '',
      unsubscribe_group_id: '',
      exit_criteria: 0,
    });
  });

  it('refuses to go live without a group', async () => {
    const { utr } = (await post({ type: 'custom', automation_name: 'Later' })).body.message;
    expect(await call('set-live', utr)).to.deep.include(
      failed(409, 'Unsubscribe group require to live automation'),
    );
  });

  it('refuses to go live without a target', async () => {
    const utr = await create({ automation_for: '' });
    expect(await call('set-live', utr)).to.deep.include(failed(409, 'Recipients require to live automation'));
    expect(await detailsOf(utr)).to.deep.include({ status: 0, live_at: null });
  });

  it('refuses to go live after the target was deleted', async () => {
    const utr = await create();
    await client.delete(`/contacts-type/delete?contact_type_id=${ground.contact_type_id}`);
    expect(await call('set-live', utr)).to.deep.include(failed(409, 'Recipients require to live automation'));
  });

  it('names missing inputs', async () => {
    expect(await post({})).to.deep.include(
      failed(422, {
        type: ['The type field is required.'],
        automation_name: ['The automation name field is required.'],
      }),
    );
    for (const path of ['details', 'duplicate', 'pause', 'set-live']) {
      expect(await client.get(`/automations/${path}`), path).to.deep.include(
        failed(422, { utr: ['The utr field is required.'] }),
      );
    }
    expect(await client.delete('/automations/delete')).to.deep.include(
      failed(422, { utr: ['The utr field is required.'] }),
    );
  });

  for (const [what, fields, errors] of [
    ['an unknown type', { type: 'birthday' }, { type: ['The selected type is invalid.'] }],
    [
      'unknown exit criteria',
      { exit_criteria: 2 },
      { exit_criteria: ['The selected exit criteria is invalid.'] },
    ],
    [
      'a target that is not an id',
      { automation_for: 'contacts_x' },
      { automation_for: ['The selected automation for is invalid.'] },
    ],
    [
      'a target that is not a text',
      { automation_for: { id: 1 } },
      { automation_for: ['The automation for field format is invalid.'] },
    ],
    [
      'an unknown target and group',
      { automation_for: 'contacts_999999', unsubscribe_group_id: 999_999 },
      {
        automation_for: ['The selected automation for is invalid.'],
        unsubscribe_group_id: ['The selected unsubscribe group id is invalid.'],
      },
    ],
    [
      'a group that is not an id',
      { unsubscribe_group_id: 'x' },
      { unsubscribe_group_id: ['The unsubscribe group id field must be an integer.'] },
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(withoutHints(await post({ type: 'welcome', automation_name: 'A', ...fields }))).to.deep.include(
        failed(422, errors),
      );
    });
  }

  it('sets an automation live, with the time in the account’s time zone', async () => {
    const utr = await create();
    expect(await call('set-live', utr)).to.deep.include(LIVE);
    const live = await detailsOf(utr);
    expect(live.status).to.equal(1);
    // In the account's time zone: nine hours ahead.
    const at = new Date(`${live.live_at.replace(' ', 'T')}+09:00`).getTime();
    expect(live.live_at).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(Math.abs(at - Date.now())).to.be.below(60_000);
  });

  it('changes nothing when an automation is set live once more', async () => {
    const utr = await create();
    await call('set-live', utr);
    const live = await detailsOf(utr);
    expect(await call('set-live', utr)).to.deep.include(LIVE);
    expect(await detailsOf(utr)).to.deep.equal(live);
  });

  it('keeps the time of going live when an automation is paused', async () => {
    const utr = await create();
    await call('set-live', utr);
    const live = await detailsOf(utr);
    expect(await call('pause', utr)).to.deep.include(PAUSED);
    expect(await detailsOf(utr)).to.deep.include({ status: 0, live_at: live.live_at });
  });

  it('refuses to pause an automation before it goes live, and to pause it twice', async () => {
    const utr = await create();
    expect(await call('pause', utr)).to.deep.include(failed(409, 'Automation is not live'));
    await call('set-live', utr);
    await call('pause', utr);
    expect(await call('pause', utr)).to.deep.include(failed(409, 'Automation is not live'));
  });

  describe('an update', () => {
    const update = (fields: Record<string, unknown>, owner = client) =>
      owner.post('/automations/update', fields);
    const DONE = { status: 'success', message: 'Updated Successfully' };

    it('keeps what it leaves out, and removes a target and group that are blank', async () => {
      const utr = await create();
      const before = await detailsOf(utr);
      expect(await update({ utr, automation_name: 'Hello' })).to.deep.include({
        status: 200,
        body: { ...DONE, utr },
      });
      const named = await detailsOf(utr);
      expect(named).to.deep.equal({ ...before, automation_name: 'Hello', updated_at: named.updated_at });
      await update({ utr, type: 'custom', exit_criteria: 1, automation_for: '', unsubscribe_group_id: '' });
      expect(await detailsOf(utr)).to.include({
        automation_name: 'Hello',
        automation_type: 2,
        exit_criteria: 1,
        automation_for: 0,
        automation_for_table: '',
        unsubscribe_group_id: '',
      });
      expect((await call('set-live', utr)).status).to.equal(409);
      await update({ utr, automation_for: target(), unsubscribe_group_id: ground.unsubscribe_group_id });
      expect(await call('set-live', utr)).to.deep.include(LIVE);
    });

    it('changes only the name once the automation was live, also while it is paused', async () => {
      const utr = await create();
      await call('set-live', utr);
      await call('pause', utr);
      const before = await detailsOf(utr);
      expect(withoutHints(await update({ utr, automation_name: 'No', exit_criteria: 1 }))).to.deep.include(
        failed(409, 'Automation can not be changed once it was live'),
      );
      expect(await detailsOf(utr)).to.deep.equal(before);
      expect((await update({ utr, automation_name: 'Yes' })).status).to.equal(200);
      expect((await detailsOf(utr)).automation_name).to.equal('Yes');
      await call('set-live', utr);
      expect((await detailsOf(utr)).status).to.equal(1);
    });

    it('refuses missing automations, those of another account, and wrong inputs', async () => {
      const utr = await create();
      const before = await detailsOf(utr);
      const other = await api.account();
      expect(await update({ utr, automation_name: 'Mine' }, other)).to.deep.include(MISSING);
      expect(await update({ utr: 'none', automation_name: 'x' })).to.deep.include(MISSING);
      for (const wrong of [
        { automation_for: 'contacts_999999' },
        { unsubscribe_group_id: 999_999 },
        { type: 'other' },
        { automation_name: 'x'.repeat(256) },
        { automation_name: 'a\u0000b' },
        { automation_name: { $ne: '' } },
        { exit_criteria: 7 },
      ]) {
        const { status, body } = await update({ utr, ...wrong });
        expect([status, Object.keys(body.errors)]).to.deep.equal([422, Object.keys(wrong)]);
      }
      expect(await detailsOf(utr)).to.deep.equal(before);
    });
  });

  describe('a copy', () => {
    let utr: string;
    const mailsOf = async (of: string) => (await call('schedule', of)).body.message.automation_schedules;

    beforeEach(async () => {
      utr = await create();
      await addMail(utr, 'First');
      await addMail(utr, 'Second');
      await call('set-live', utr);
    });

    it('begins as a draft', async () => {
      const answer = await call('duplicate', utr);
      const copied = answer.body.message.utr;
      expect(withoutNames(answer)).to.deep.include({
        status: 200,
        body: { status: 'success', message: { utr: copied } },
      });
      expect(copied).to.match(UUID).and.not.equal(utr);
      const [original, copy] = [await detailsOf(utr), await detailsOf(copied)];
      expect(copy).to.deep.equal({
        ...original,
        id: copy.id,
        utr: copied,
        automation_name: 'Copy of Welcome',
        status: 0,
        live_at: null,
        created_at: copy.created_at,
        updated_at: copy.updated_at,
      });
    });

    it('gets copies of the emails, with utrs of their own', async () => {
      const copied = (await call('duplicate', utr)).body.message.utr;
      const { id } = await detailsOf(copied);
      const [first, second] = await mailsOf(copied);
      expect([first.subject, second.subject, first.automation_id]).to.deep.equal(['First', 'Second', id]);
      const utrs = [...(await mailsOf(utr)), first, second].map((mail: { utr: string }) => mail.utr);
      expect(new Set(utrs).size).to.equal(4);
    });
  });

  const remove = (of: string, owner = client) => owner.delete(`/automations/delete?utr=${of}`);
  const bulk = (strIds: unknown[], owner = client) => owner.post('/automations/bulk-delete', { strIds });
  /** Every endpoint that takes a utr answers that it is unknown. */
  async function expectMissing(utr: string, owner = client): Promise<void> {
    expect(await call('details', utr, owner)).to.deep.include(failed(404, 'Record Not Found'));
    for (const what of ['duplicate', 'pause', 'set-live', 'schedule']) {
      expect(await call(what, utr, owner), what).to.deep.include(MISSING);
    }
    expect(await remove(utr, owner)).to.deep.include(MISSING);
  }

  it('answers 404 after an automation is deleted', async () => {
    const utr = await create();
    const { id } = await detailsOf(utr);
    expect(await remove(utr)).to.deep.include(DELETED);
    await expectMissing(utr);
    expect(await bulk([utr, id])).to.deep.include(MISSING);
    expect(await listOf()).to.deep.equal([]);
  });

  it('answers 404 to an unknown utr', async () => {
    await expectMissing('x');
    expect(await bulk(['x'])).to.deep.include(MISSING);
  });

  it('deletes many by id or utr, and ignores unknown ones', async () => {
    const utrs = [await create(), await create(), await create()];
    await remove(utrs[0]!);
    const { id } = await detailsOf(utrs[1]!);
    expect(await bulk([id, utrs[2], utrs[0]])).to.deep.include(DELETED);
    expect(await listOf()).to.deep.equal([]);
  });

  it('needs at least one id to delete many', async () => {
    expect(await bulk([])).to.deep.include(failed(422, { strIds: ['The strIds field is required.'] }));
  });

  it('answers 404 to other accounts', async () => {
    const utr = await create();
    const { id } = await detailsOf(utr);
    const stranger = await api.account();
    expect(await listOf(stranger)).to.deep.equal([]);
    await expectMissing(utr, stranger);
    expect(await bulk([utr, id], stranger)).to.deep.include(MISSING);
    expect((await detailsOf(utr)).status).to.equal(0);
  });

  it('refuses a target and a group of another account', async () => {
    const theirs = await post(
      {
        type: 'welcome',
        automation_name: 'Theirs',
        automation_for: target(),
        unsubscribe_group_id: ground.unsubscribe_group_id,
      },
      await api.account(),
    );
    expect(theirs.body.errors).to.have.keys(['automation_for', 'unsubscribe_group_id']);
  });

  it('answers 405 to a HEAD, and changes nothing', async () => {
    const utr = await create();
    for (const what of ['set-live', 'pause', 'duplicate']) {
      const answer = await client.request(`/automations/${what}?utr=${utr}`, { method: 'HEAD' });
      expect(answer.status, what).to.equal(405);
      expect(answer.headers.get('allow'), what).to.equal('GET');
    }
    expect((await detailsOf(utr)).status).to.equal(0);
    expect(await listOf()).to.have.length(1);
  });
});
