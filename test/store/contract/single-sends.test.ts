import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { failed, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { ENCODINGS } from '../../support/encodings.ts';
import { anAccount, aSend, type Ground, layGround } from '../../support/factories.ts';
import { withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { detailsOf } from '../../support/world.ts';

const UTR = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const NOT_FOUND = failed(404, 'Record not found');

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>';

describe('the API of single sends', () => {
  let api: Api;
  let client: Client;
  let ground: Ground;
  let other: Ground;

  before(async () => {
    api = await startApi('contract-single-sends');
    client = await api.account();
    ground = await layGround(client);
    other = await anAccount(api);
  });
  after(() => api.stop());
  afterEach(() => setClock());

  const create = async (fields = {}, where = ground): Promise<string> => {
    const answer = await where.client.post('/single/send/create', aSend(where, fields));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.message.utr;
  };
  const stored = async (utr: string) => (await rows(SingleSend).findOne({ utr }))!;

  it('answers the utr of a new send', async () => {
    const answer = await client.post('/single/send/create', aSend(ground));
    const { utr } = answer.body.message;
    expect(utr).to.match(UTR);
    expect(withoutNames(answer)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { utr }, warnings: [], hold_reason: null },
    });
  });

  it('shows the details of a send', async () => {
    const utr = await create({ single_send_name: ' May ' });
    const details = await client.get(`/single-send/details?utr=${utr}`);
    const [send] = details.body.message.singleSend;
    const entry = `contacts_${ground.contact_type_id}`;
    const expected = {
      id: send.id,
      user_id: client.user_id,
      template_id: 1,
      sender_id: ground.sender_id,
      unsubscribe_group_id: ground.unsubscribe_group_id,
      recipient_id: [{ id: String(ground.contact_type_id), table: 'contacts_' }],
      exclude_specific_recipient_id: [],
      single_send_name: 'May',
      from_sender: 'ada@sender.example',
      reply_to: 'reply@sender.example',
      sender_name: 'Ada Sender',
      sender_address: send.sender_address,
      subject: 'News for ((first_name))',
      preheader: 'What happened',
      schedule_type: 0,
      schedule_date: '0000-00-00',
      schedule_time: '00:00:00',
      status: 1,
      utr,
      template_json: null,
      template_html: '<html><body><p>Hello ((first_name|you))</p></body></html>',
      triggered: 0,
      delivered: 0,
      unique_opens: 0,
      total_opens: 0,
      bounces: 0,
      unsubscribes: 0,
      unique_open_token: { [entry]: send.unique_open_token[entry] },
      sent_at: null,
      created_at: send.created_at,
      updated_at: send.updated_at,
      hold_reason: null,
      hold_detail: null,
      paused_reason: null,
      paused_detail: null,
      cancelled: false,
      unique_clicks: 0,
      total_clicks: 0,
      in_doubt: 0,
      resent_in_doubt: 0,
      pending: 0,
      skipped: 0,
      machine_opens: 0,
      machine_clicks: 0,
      tracking: 1,
      complaints: 0,
      unsubscribe_reasons: { too_many: 0, not_relevant: 0, not_interested: 0, never_signed_up: 0, other: 0 },
      parked: [],
      template_text: null,
      trouble: [],
      delayed: 0,
      next_try_at: null,
      version: 0,
      starts_in: 0,
      last_test: null,
      audience: { members: 0, duplicates: 0, excluded: 0, unsubscribed: 0, bounced: 0, recipients: 0 },
    };
    expect(details).to.deep.include({
      status: 200,
      body: { status: 'success', message: { singleSend: [expected] } },
    });
    expect(send.id).to.be.a('number');
    expect(send.created_at).to.match(TIMESTAMP);
    expect(send.sender_address).to.match(/^1 Main Street, /);
    expect(send.unique_open_token[entry]).to.match(/^[\w-]{16}$/);
  });

  it('lists sends with the same fields as their details', async () => {
    const alone = await anAccount(api);
    const utr = await create({}, alone);
    expect((await alone.client.get('/single-send/list')).body).to.deep.equal({
      status: 'success',
      message: { singleSends: [await detailsOf(alone.client, utr)] },
    });
  });

  it('lists sends in ascending id, by pages if asked', async () => {
    const { client: alone, ...ids } = await anAccount(api);
    for (const single_send_name of ['One', 'Two', 'Three'])
      await create({ single_send_name }, { client: alone, ...ids });
    const names = (body: { message: { singleSends: { single_send_name: string }[] } }) =>
      body.message.singleSends.map((send) => send.single_send_name);
    expect(names((await alone.get('/single-send/list')).body)).to.deep.equal(['One', 'Two', 'Three']);
    const first = (await alone.get('/single-send/list?limit=2')).body;
    expect(names(first)).to.deep.equal(['One', 'Two']);
    const second = (await alone.get(`/single-send/list?limit=2&after_id=${first.next_after_id}`)).body;
    expect(names(second)).to.deep.equal(['Three']);
    expect(second.next_after_id).to.equal(null);
  });

  for (const [name, encode] of Object.entries(ENCODINGS)) {
    it(`accepts ${name}, with lists by indexed keys in any order`, async () => {
      const pairs = Object.entries(aSend(ground)).filter(([key]) => key !== 'recipient_id');
      const second = await addType('Second');
      const body = encode([
        ...pairs.map(([key, value]) => [key, String(value)] as const),
        ['recipient_id[1]', `contacts_${second}`],
        ['recipient_id[0]', `contacts_${ground.contact_type_id}`],
        ['exclude_specific_recipient_id[0]', `contacts_${second}`],
      ]);
      const answer = await client.post('/single/send/create', body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      const send = await detailsOf(client, answer.body.message.utr);
      const refs = [
        { id: String(ground.contact_type_id), table: 'contacts_' },
        { id: String(second), table: 'contacts_' },
      ];
      expect(send).to.deep.include({
        recipient_id: refs,
        exclude_specific_recipient_id: [refs[1]],
        schedule_type: 0,
        sender_id: ground.sender_id,
      });
      expect(Object.keys(send.unique_open_token)).to.have.members([
        `contacts_${ground.contact_type_id}`,
        `contacts_${second}`,
      ]);
    });
  }

  const addType = async (name: string): Promise<number> => {
    await client.post('/contacts-type/add', { name });
    return (await client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
  };

  it('names all missing inputs at once', async () => {
    const required = {
      template_id: ['The template id field is required.'],
      sender_id: ['The sender id field is required.'],
      unsubscribe_group_id: ['The unsubscribe group id field is required.'],
      single_send_name: ['The single send name field is required.'],
      subject: ['The subject field is required.'],
      preheader: ['The preheader field is required.'],
      recipient_id: ['The recipient id field is required.'],
      schedule_type: ['The schedule type field is required.'],
    };
    expect(await client.post('/single/send/create', {})).to.deep.include(failed(422, required));
    expect(
      await client.post('/single/send/create', {
        ...aSend(ground, { subject: '  ', preheader: '', recipient_id: [' '], single_send_name: null }),
      }),
    ).to.deep.include(
      failed(422, {
        single_send_name: required.single_send_name,
        subject: required.subject,
        preheader: required.preheader,
        recipient_id: required.recipient_id,
      }),
    );
    expect(await client.post('/single/send/update', {})).to.deep.include(
      failed(422, { ...required, utr: ['The utr field is required.'] }),
    );
  });

  it('names a missing date and time when a send is scheduled', async () => {
    const scheduled = await client.post('/single/send/create', aSend(ground, { schedule_type: 1 }));
    expect(scheduled).to.deep.include(
      failed(422, {
        schedule_date: ['The schedule date field is required.'],
        schedule_time: ['The schedule time field is required.'],
      }),
    );
  });

  const errorsOf = async (fields: object) => {
    const answer = await client.post('/single/send/create', aSend(ground, { ...fields }));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(422);
    expect(answer.body.status).to.equal('failed');
    return answer.body.errors;
  };

  it('refuses malformed inputs', async () => {
    expect(
      await errorsOf({
        template_id: 'blank',
        sender_id: { $ne: 0 },
        unsubscribe_group_id: '1.5',
        single_send_name: 'n'.repeat(256),
        subject: 's'.repeat(999),
        preheader: ['a', 'b'],
        recipient_id: ['contacts_x'],
        exclude_specific_recipient_id: ['segment_1'],
        schedule_type: 2,
      }),
    ).to.deep.equal({
      template_id: ['The template id field must be an integer.'],
      sender_id: ['The sender id field format is invalid.'],
      unsubscribe_group_id: ['The unsubscribe group id field must be an integer.'],
      single_send_name: ['The single send name field must not be greater than 255 characters.'],
      subject: ['The subject field must not be greater than 998 characters.'],
      preheader: ['The preheader field format is invalid.'],
      recipient_id: ['The selected recipient id is invalid.'],
      exclude_specific_recipient_id: ['The selected exclude specific recipient id is invalid.'],
      schedule_type: ['The selected schedule type is invalid.'],
    });
    expect(await errorsOf({ recipient_id: { $gt: '' } })).to.deep.equal({
      recipient_id: ['The recipient id field format is invalid.'],
    });
    expect(await errorsOf({ recipient_id: Array(10_001).fill('contacts_1') })).to.deep.equal({
      recipient_id: ['The recipient id field must not have more than 10000 items.'],
    });
  });

  describe('given a template of the send’s own', () => {
    const json = JSON.stringify({ mjml: MJML, project: { pages: [] } });

    it('accepts a document with MJML', async () => {
      const utr = await create({ template_html: ' ', template_json: json });
      expect(await detailsOf(client, utr)).to.deep.include({ template_json: json, template_html: null });
    });

    it('accepts a number as HTML', async () => {
      expect(await detailsOf(client, await create({ template_html: 2026 }))).to.deep.include({
        template_html: '2026',
      });
    });

    for (const [what, template_json] of [
      ['without MJML', '{"html":"x"}'],
      ['that is a list', '[{"mjml":"x"}]'],
      ['that is not JSON', 'no json'],
      ['that is not a text', { mjml: 'x' }],
    ] as const) {
      it(`refuses a document ${what}`, async () => {
        expect(await errorsOf({ template_html: '', template_json })).to.deep.equal({
          template_json: ['The template json field format is invalid.'],
        });
      });
    }

    it('refuses an object as HTML', async () => {
      expect(await errorsOf({ template_html: { path: '/etc/passwd' } })).to.deep.equal({
        template_html: ['The template html field format is invalid.'],
      });
    });

    it('refuses HTML of more than 2 MiB', async () => {
      expect(await errorsOf({ template_html: 'x'.repeat(2 ** 21 + 1) })).to.deep.equal({
        template_html: ['The template html field must not be greater than 2097152 characters.'],
      });
    });

    it('refuses a document together with HTML', async () => {
      expect(await errorsOf({ template_json: json })).to.deep.equal({
        template_html: ['The template html field must be empty when template json is given.'],
      });
    });
  });

  it('has the plain text that its author gave, until a blank one clears it', async () => {
    const utr = await create({ template_text: 'Dear ((first_name|reader)),\n\nit is May.' });
    const textOf = async () =>
      (await client.get(`/single-send/preview?utr=${utr}`)).body.message.preview.text as string;
    const update = async (fields: Record<string, unknown>) =>
      expect((await client.post('/single/send/update', { ...aSend(ground, fields), utr })).status).to.equal(
        200,
      );
    expect(await detailsOf(client, utr)).to.deep.include({
      template_text: 'Dear ((first_name|reader)),\n\nit is May.',
    });
    const own = /^Dear [^\n]+,\n\nit is May\.\s[^]*unsubscribe/i;
    expect(await textOf()).to.match(own);
    await update({});
    expect(await textOf()).to.match(own);
    await update({ template_text: ' ' });
    expect(await textOf()).to.not.include('it is May.');
    expect(await detailsOf(client, utr)).to.deep.include({ template_text: null });
    expect(await errorsOf({ template_text: { a: 1 } })).to.deep.equal({
      template_text: ['The template text field format is invalid.'],
    });
    const { warnings } = (
      await client.post('/single/send/create', aSend(ground, { template_text: 'Dear ((frist_name))' }))
    ).body;
    expect(warnings).to.deep.equal([
      '((frist_name)) in the template shows nothing. Did you mean ((first_name))?',
    ]);
  });

  it('holds a send that shows only its link to unsubscribe and its address', async () => {
    const footer = '<a href="((unsubscribe_preferences))"><b>Unsubscribe</b> here</a>';
    const hold = async (template_html: string) =>
      (await detailsOf(client, await create({ template_html })))['hold_reason'];
    expect(await hold(`<p>${footer}</p><p>((sender_address))</p>`)).to.equal('template_empty');
    expect(await hold(`<p>Hello ${footer}</p>`)).to.equal(null);
    expect(await hold(`<p>((first_name)) ${footer}</p>`)).to.equal(null);
    expect(await hold(`<img src="https://example.com/a.png"><p>${footer}</p>`)).to.equal(null);
  });

  it('holds a send without content', async () => {
    const empty = await detailsOf(client, await create({ template_html: '' }));
    expect(empty).to.deep.include({ status: 0, hold_reason: 'template_empty', template_html: null });
  });

  it('makes a send ready with a built-in template and no code', async () => {
    const built = await detailsOf(client, await create({ template_id: 2, template_html: null }));
    expect(built).to.deep.include({ status: 1, hold_reason: null, template_html: null, template_json: null });
  });

  it('refuses references to missing records and to those of other accounts in the same way', async () => {
    const selected = {
      template_id: ['The selected template id is invalid.'],
      sender_id: ['The selected sender id is invalid.'],
      unsubscribe_group_id: ['The selected unsubscribe group id is invalid.'],
      recipient_id: ['The selected recipient id is invalid.'],
      exclude_specific_recipient_id: ['The selected exclude specific recipient id is invalid.'],
    };
    const foreign = {
      template_id: 99,
      sender_id: other.sender_id,
      unsubscribe_group_id: other.unsubscribe_group_id,
      recipient_id: [`contacts_${ground.contact_type_id}`, `contacts_${other.contact_type_id}`],
      exclude_specific_recipient_id: [`contacts_${other.contact_type_id}`],
    };
    const missing = {
      template_id: 0,
      sender_id: 987_654,
      unsubscribe_group_id: 987_654,
      recipient_id: ['segments_987654'],
      exclude_specific_recipient_id: ['contacts_987654'],
    };
    expect(await errorsOf(foreign)).to.deep.equal(selected);
    expect(await errorsOf(missing)).to.deep.equal(selected);
  });

  describe('given a schedule', () => {
    const errorOf = (fields: object) => errorsOf({ schedule_type: 1, ...fields });
    const past = { schedule_date: ['The schedule date field must be a date after now.'] };

    beforeEach(() => setClock(() => Date.parse('2026-06-15T12:00:00Z')));

    it('refuses times in the past', async () => {
      expect(await errorOf({ schedule_date: '2026-06-15', schedule_time: '12:00:00' })).to.deep.equal(past);
      expect(await errorOf({ schedule_date: '2026-06-14', schedule_time: '23:00:00' })).to.deep.equal(past);
    });

    it('refuses texts that are not a date or time', async () => {
      const date = { schedule_date: ['The schedule date field must match the format Y-m-d.'] };
      const time = { schedule_time: ['The schedule time field must match the format H:i:s.'] };
      expect(await errorOf({ schedule_date: '26-06-20', schedule_time: '9:00' })).to.deep.equal({
        ...date,
        ...time,
      });
      expect(await errorOf({ schedule_date: '2026-06-31', schedule_time: '09:00:00' })).to.deep.equal(date);
      expect(await errorOf({ schedule_date: '2026-06-30', schedule_time: '24:00:00' })).to.deep.equal(time);
    });

    it('refuses an object as the date and a list as the time', async () => {
      expect(await errorOf({ schedule_date: { $gt: '' }, schedule_time: ['09:00:00', 'x'] })).to.deep.equal({
        schedule_date: ['The schedule date field format is invalid.'],
        schedule_time: ['The schedule time field format is invalid.'],
      });
    });

    it('takes recipients as its details answer them, and no other objects', async () => {
      const ref = { id: String(ground.contact_type_id), table: 'contacts_' };
      const utr = await create({ recipient_id: [ref] });
      expect(await detailsOf(client, utr)).to.deep.include({ recipient_id: [ref] });
      const format = ['The recipient id field format is invalid.'];
      for (const other of [{ ...ref, more: 1 }, { id: 1 }, { id: { $gt: 0 }, table: 'contacts_' }])
        expect(await errorsOf({ recipient_id: [other] })).to.deep.equal({ recipient_id: format });
      expect(await errorsOf({ recipient_id: [{ id: 'x', table: 'contacts_' }] })).to.deep.equal({
        recipient_id: ['The selected recipient id is invalid.'],
      });
    });

    it('says that there is no such day, and takes a time without seconds', async () => {
      const given = { schedule_type: 1, schedule_date: '2027-02-29', schedule_time: '09:00' };
      const { status, body } = await client.post('/single/send/create', aSend(ground, given));
      expect([status, body.hints]).to.deep.equal([422, { schedule_date: ['There is no day 2027-02-29.'] }]);
      const utr = await create({ ...given, schedule_date: '2027-02-28' });
      expect(await detailsOf(client, utr)).to.deep.include({ schedule_time: '09:00:00' });
    });

    it('keeps the texts of date and time', async () => {
      const when = { schedule_date: '2026-06-15', schedule_time: '12:00:01' };
      const utr = await create({ schedule_type: true, ...when });
      expect(await detailsOf(client, utr)).to.deep.include({ schedule_type: 1, ...when, status: 1 });
      expect((await stored(utr)).due_at.toISOString()).to.equal('2026-06-15T12:00:01.000Z');
    });

    it('ignores it when the send is immediate', async () => {
      const now = await create({ schedule_type: 'false', schedule_date: 'soon', schedule_time: { at: 1 } });
      expect(await detailsOf(client, now)).to.deep.include({
        schedule_type: 0,
        schedule_date: '0000-00-00',
        schedule_time: '00:00:00',
      });
    });

    describe('of an account in Berlin', () => {
      let berlin: Ground;

      before(async () => {
        berlin = await anAccount(api, { timezone: 'Europe/Berlin' });
      });

      for (const [what, schedule_date, schedule_time, due] of [
        ['two hours ahead of UTC in summer', '2026-07-01', '09:00:00', '2026-07-01T07:00:00.000Z'],
        ['one hour ahead of UTC in winter', '2026-12-01', '09:00:00', '2026-12-01T08:00:00.000Z'],
        ['the next time when the clock skips it', '2027-03-28', '02:30:00', '2027-03-28T01:00:00.000Z'],
        ['the first time when the clock repeats it', '2026-10-25', '02:30:00', '2026-10-25T00:30:00.000Z'],
      ] as const) {
        it(`reads a time as ${what}`, async () => {
          const utr = await create({ schedule_type: 1, schedule_date, schedule_time }, berlin);
          expect(await detailsOf(berlin.client, utr)).to.deep.include({ schedule_date, schedule_time });
          expect((await stored(utr)).due_at.toISOString()).to.equal(due);
        });
      }

      it('refuses a time in the past of that time zone', async () => {
        const early = await berlin.client.post(
          '/single/send/create',
          aSend(berlin, { schedule_type: 1, schedule_date: '2026-06-15', schedule_time: '13:59:59' }),
        );
        expect(early.body.errors).to.deep.equal(past);
      });
    });
  });

  it('answers 404 to other accounts', async () => {
    const utr = await create();
    expect(await other.client.get(`/single-send/details?utr=${utr}`)).to.deep.include(NOT_FOUND);
  });

  it('answers 404 to an unknown utr', async () => {
    expect(await client.get('/single-send/details?utr=nobody')).to.deep.include(NOT_FOUND);
  });

  it('needs a utr for details', async () => {
    expect(await client.get('/single-send/details')).to.deep.include(
      failed(422, { utr: ['The utr field is required.'] }),
    );
  });
});
