import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { aSend, layGround } from '../../support/factories.ts';

const TYPO = '((firstname)) in the subject shows nothing. Did you mean ((first_name))?';
const FOREIGN = '{{email}} in the template shows as it is written. Write ((email)).';

describe('the check for placeholders that will be empty', () => {
  let api: Api;
  let client: Client;
  let ground: Awaited<ReturnType<typeof layGround>>;

  before(async () => {
    api = await startApi('contract-warnings');
    client = await api.account();
    ground = await layGround(client);
  });
  after(() => api.stop());

  it('warns in the answer of a single send, and stores the send', async () => {
    const wrong = aSend(ground, { subject: 'Hi ((firstname))', template_html: '<p>{{email}}</p>' });
    const made = (await client.post('/single/send/create', wrong)).body;
    expect(made).to.deep.include({ status: 'success', warnings: [TYPO, FOREIGN] });
    const right = aSend(ground, { subject: 'Hi ((first_name))', template_html: '<p>((email))</p>' });
    const scheduled = { ...right, schedule_type: 1, schedule_date: '2999-01-01', schedule_time: '10:00:00' };
    const { utr } = (await client.post('/single/send/create', scheduled)).body;
    expect((await client.post('/single/send/update', { ...scheduled, utr })).body).to.deep.equal({
      status: 'success',
      message: { utr },
      utr,
      warnings: [],
      hold_reason: null,
      version: 1,
    });
    const changed = await client.post('/single/send/update', {
      ...scheduled,
      utr,
      subject: 'Hi ((firstname))',
    });
    expect(changed.body.warnings).to.deep.equal([TYPO]);
  });

  it('knows the custom fields of the account', async () => {
    const fields = aSend(ground, { subject: 'Hi ((shoe_size))' });
    expect((await client.post('/single/send/create', fields)).body.warnings).to.have.length(1);
    await client.post('/custom-fields/save', { field_name: 'shoe_size', field_type: 'number' });
    expect((await client.post('/single/send/create', fields)).body.warnings).to.deep.equal([]);
  });

  it('warns in the answer of an automation’s email', async () => {
    const { utr } = (
      await client.post('/automations/create', {
        type: 'welcome',
        automation_name: 'Welcome',
        automation_for: `contacts_${ground.contact_type_id}`,
        unsubscribe_group_id: ground.unsubscribe_group_id,
      })
    ).body;
    const email = {
      sender_id: ground.sender_id,
      subject: 'Hi ((firstname))',
      waiting_period: 1,
      waiting_type: 'instantly',
      template_id: 1,
      preview_img: 'blank.png',
      template_json: JSON.stringify({
        mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>{{email}}</mj-text></mj-column></mj-section></mj-body></mjml>',
      }),
    };
    const made = (await client.post('/automations/schedule/create', { ...email, utr })).body;
    expect(made).to.deep.include({ message: 'Schedule Added', warnings: [TYPO, FOREIGN] });
    const changed = await client.post('/automations/schedule/update', {
      ...email,
      utr: made.utr,
      subject: 'Hi ((first_name))',
    });
    expect(changed.body).to.deep.equal({
      status: 'success',
      message: 'Updated Successfully',
      utr: made.utr,
      warnings: [FOREIGN],
      version: 1,
    });
  });
});
