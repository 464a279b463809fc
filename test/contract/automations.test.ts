import { expect } from 'chai';
import { type Api, type Client, startApi } from '../support/api.ts';
import { withoutHints, withoutNames } from '../support/made.ts';
import { type Ground, layGround } from '../support/world.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const failed = (status: number, errors: unknown) => ({ status, body: { status: 'failed', errors } });
const MISSING = failed(404, 'Record not found');
const DELETED = { status: 200, body: { status: 'success', message: 'Deleted Successfully' } };
const LIVE = { status: 200, body: { status: 'success', message: 'Automation has been set live' } };
const PAUSED = { status: 200, body: { status: 'success', message: 'Automation Paused Successfully' } };

describe('automations', () => {
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

  it('creates, lists and shows one', async () => {
    const answer = await post({
      type: 'welcome',
      automation_for: target(),
      automation_name: ' Welcome ',
      unsubscribe_group_id: ground.unsubscribe_group_id,
    });
    const { utr } = answer.body.message;
    expect(withoutNames(answer)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { utr } },
    });
    expect(utr).to.match(UUID);
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
              automation_schedule_count: 2,
            },
          ],
        },
      },
    });
    expect(automation.id).to.be.a('number');
    expect(automation.created_at).to.match(TIMESTAMP);
    const { automation_schedule_count: _, ...plain } = automation;
    expect(await call('details', utr)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { automation: plain } },
    });
  });

  it('takes a custom one, its exit and a segment as its target', async () => {
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

  it('takes one without target and group, which can not go live', async () => {
    const utr = (
      await post({ type: 'custom', automation_name: 'Later', automation_for: '', exit_criteria: '' })
    ).body.message.utr;
    expect(await detailsOf(utr)).to.deep.include({
      automation_for: null,
      automation_for_table: null,
      unsubscribe_group_id: null,
      exit_criteria: 0,
    });
    expect(await call('set-live', utr)).to.deep.include(
      failed(409, 'Unsubscribe group require to live automation'),
    );
    const grouped = await create({ automation_for: '' });
    expect(await call('set-live', grouped)).to.deep.include(
      failed(409, 'Recipients require to live automation'),
    );
    expect(await detailsOf(grouped)).to.deep.include({ status: 0, live_at: null });
  });

  it('does not go live once its target was deleted', async () => {
    const utr = await create();
    await client.delete(`/contacts-type/delete?contact_type_id=${ground.contact_type_id}`);
    expect(await call('set-live', utr)).to.deep.include(failed(409, 'Recipients require to live automation'));
  });

  it('says what is missing, or wrong', async () => {
    expect(await post({})).to.deep.include(
      failed(422, {
        type: ['The type field is required.'],
        automation_name: ['The automation name field is required.'],
      }),
    );
    for (const [fields, errors] of [
      [{ type: 'birthday' }, { type: ['The selected type is invalid.'] }],
      [{ exit_criteria: 2 }, { exit_criteria: ['The selected exit criteria is invalid.'] }],
      [{ automation_for: 'contacts_x' }, { automation_for: ['The selected automation for is invalid.'] }],
      [{ automation_for: { id: 1 } }, { automation_for: ['The automation for field format is invalid.'] }],
      [
        { automation_for: 'contacts_999999', unsubscribe_group_id: 999_999 },
        {
          automation_for: ['The selected automation for is invalid.'],
          unsubscribe_group_id: ['The selected unsubscribe group id is invalid.'],
        },
      ],
      [
        { unsubscribe_group_id: 'x' },
        { unsubscribe_group_id: ['The unsubscribe group id field must be an integer.'] },
      ],
    ] as const) {
      expect(withoutHints(await post({ type: 'welcome', automation_name: 'A', ...fields }))).to.deep.include(
        failed(422, errors),
      );
    }
    for (const path of ['details', 'duplicate', 'pause', 'set-live']) {
      expect(await client.get(`/automations/${path}`), path).to.deep.include(
        failed(422, { utr: ['The utr field is required.'] }),
      );
    }
    expect(await client.delete('/automations/delete')).to.deep.include(
      failed(422, { utr: ['The utr field is required.'] }),
    );
  });

  it('goes live and pauses', async () => {
    const utr = await create();
    expect(await call('pause', utr)).to.deep.include(failed(409, 'Automation is not live'));
    expect(await call('set-live', utr)).to.deep.include(LIVE);
    const live = await detailsOf(utr);
    expect(live.status).to.equal(1);
    // In the account's time zone: nine hours ahead.
    const at = new Date(`${live.live_at.replace(' ', 'T')}+09:00`).getTime();
    expect(live.live_at).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(Math.abs(at - Date.now())).to.be.below(60_000);
    expect(await call('set-live', utr)).to.deep.include(LIVE);
    expect(await detailsOf(utr)).to.deep.equal(live);
    expect(await call('pause', utr)).to.deep.include(PAUSED);
    expect(await detailsOf(utr)).to.deep.include({ status: 0, live_at: live.live_at });
    expect(await call('pause', utr)).to.deep.include(failed(409, 'Automation is not live'));
  });

  it('copies one with its mails, as a draft', async () => {
    const utr = await create();
    await addMail(utr, 'First');
    await addMail(utr, 'Second');
    await call('set-live', utr);
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
    const mailsOf = async (of: string) => (await call('schedule', of)).body.message.automation_schedules;
    const [first, second] = await mailsOf(copied);
    expect([first.subject, second.subject, first.automation_id]).to.deep.equal(['First', 'Second', copy.id]);
    const utrs = [...(await mailsOf(utr)), first, second].map((mail: { utr: string }) => mail.utr);
    expect(new Set(utrs).size).to.equal(4);
  });

  it('deletes one, and many by id or utr', async () => {
    const utrs = [await create(), await create(), await create()];
    const bulk = (strIds: unknown[]) => client.post('/automations/bulk-delete', { strIds });
    expect(await client.delete(`/automations/delete?utr=${utrs[0]}`)).to.deep.include(DELETED);
    expect(await client.delete(`/automations/delete?utr=${utrs[0]}`)).to.deep.include(MISSING);
    expect(await bulk([utrs[0], 'x'])).to.deep.include(MISSING);
    expect(await bulk([])).to.deep.include(failed(422, { strIds: ['The strIds field is required.'] }));
    const { id } = await detailsOf(utrs[1]!);
    expect(await bulk([id, utrs[2], utrs[0]])).to.deep.include(DELETED);
    expect(await listOf()).to.deep.equal([]);
  });

  it('is not there for others, nor once deleted', async () => {
    const utr = await create();
    const stranger = await api.account();
    const gone = await create();
    const { id } = await detailsOf(gone);
    await client.delete(`/automations/delete?utr=${gone}`);
    expect(await listOf(stranger)).to.deep.equal([]);
    for (const [owner, of] of [
      [stranger, utr],
      [client, gone],
      [client, 'x'],
    ] as const) {
      expect(await call('details', of, owner)).to.deep.include(failed(404, 'Record Not Found'));
      for (const what of ['duplicate', 'pause', 'set-live', 'schedule']) {
        expect(await call(what, of, owner), what).to.deep.include(MISSING);
      }
      expect(await owner.delete(`/automations/delete?utr=${of}`)).to.deep.include(MISSING);
      expect(await owner.post('/automations/bulk-delete', { strIds: [of, id] })).to.deep.include(MISSING);
    }
    expect((await detailsOf(utr)).status).to.equal(0);
    expect(
      (
        await post(
          {
            type: 'welcome',
            automation_name: 'Theirs',
            automation_for: target(),
            unsubscribe_group_id: ground.unsubscribe_group_id,
          },
          stranger,
        )
      ).body.errors,
    ).to.have.keys(['automation_for', 'unsubscribe_group_id']);
  });

  it('changes nothing on a HEAD', async () => {
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
