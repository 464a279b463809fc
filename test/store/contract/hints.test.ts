import { expect } from 'chai';
import { createClient } from '../../../client/src/index.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { failureOf } from '../../support/client-failures.ts';

describe('a refusal with hints', () => {
  let api: Api;
  let client: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-hints');
    client = await api.account();
    type = (await client.post('/contacts-type/add', { name: 'People' })).body.id;
  });
  after(() => api.stop());

  it('names line and column of invalid JSON', async () => {
    const { status, body } = await client.request('/contacts-type/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{\n  "name": Readers\n}',
    });
    expect([status, body]).to.deep.equal([
      400,
      {
        status: 'failed',
        errors: 'Bad Request',
        hints: { body: ['The JSON is broken at line 2, column 11.'] },
      },
    ]);
  });

  it('says why a template is not valid', async () => {
    const hintsOf = async (template_json: string) => {
      const { body } = await client.post('/single/send/create', { template_json });
      expect(body.errors.template_json).to.deep.equal(['The template json field format is invalid.']);
      return body.hints.template_json[0] as string;
    };
    expect(await hintsOf('{"mjml": ')).to.equal('The JSON is broken at line 1, column 9.');
    expect(await hintsOf('{"html": "<p>"}')).to.match(/under the key mjml/);
  });

  it('says how an entry of recipients is written', async () => {
    const { body } = await client.post('/single/send/create', { recipient_id: ['contacts_1', 'contacts-2'] });
    expect(body.errors.recipient_id).to.deep.equal(['The selected recipient id is invalid.']);
    expect(body.hints.recipient_id[0]).to.equal(
      'Write contacts_1 for the contact type 1, or segments_1 for the segment 1: "contacts-2" is neither.',
    );
    const long = await client.post('/automations/create', { automation_for: 'x'.repeat(250) });
    expect(long.body.hints.automation_for[0]).to.have.length.below(200);
  });

  it('names the unknown field of a rule', async () => {
    const { body } = await client.post('/segment/store', {
      segment_name: 'S',
      contact_type_id: type,
      select_field: ['city', 'shoe_size'],
      select_operator: ['is not blank', 'is not blank'],
    });
    expect(body.errors).to.deep.equal({ select_field: ['The selected select field is invalid.'] });
    expect(body.hints).to.deep.equal({ select_field: ['There is no field "shoe_size".'] });
  });

  it('shows the correct path for one with a slash at its end', async () => {
    const { status, body } = await client.get('/contacts/list/');
    expect([status, body]).to.deep.equal([
      404,
      {
        status: 'failed',
        errors: 'Not Found',
        hints: { path: ['Write /api/contacts/list: paths end without a slash.'] },
      },
    ]);
    expect((await client.get('/nothing/')).body).to.not.have.property('hints');
  });

  it('reports an unknown country together with all other problems', async () => {
    const contact = await client.post('/contacts/add', {
      contact_type_id: type,
      email: 'none',
      country: 9999,
    });
    expect(contact.body.errors).to.have.keys('email', 'country');
    const sender = await client.post('/sender/save', { country_id: 9999, from_email: 'none' });
    expect(sender.body.errors).to.include.keys('country_id', 'from_email', 'nickname');
    expect(sender.body.errors.country_id).to.deep.equal(['The selected country id is invalid.']);
  });

  it('reaches the typed client, also when it is given the address of the API itself', async () => {
    const typed = createClient({
      url: `${api.url}/api/`,
      publicKey: client.public_key,
      secretKey: client.secret_key,
    });
    expect(await typed.contactTypeList()).to.have.length(1);
    const failure = await failureOf(
      typed.segmentPreview({ contact_type_id: type, select_field: ['shoe'], select_operator: ['is blank'] }),
    );
    expect(failure.hints).to.deep.equal({ select_field: ['There is no field "shoe".'] });
  });
});
