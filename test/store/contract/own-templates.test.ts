import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { OwnTemplate } from '../../../common/models/own-templates.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { rows } from '../../support/rows.ts';
import { sentAgain } from '../../support/sent-again.ts';

const designOf = (text: string): string =>
  JSON.stringify({
    project: { pages: [] },
    mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  });

describe('the API of an account’s templates', () => {
  let api: Api;
  let owner: Client;
  before(async () => {
    api = await startApi('contract-own-templates', { RATE_CALLS: '0' });
  });
  after(() => api.stop());
  beforeEach(async () => {
    owner = await api.account();
  });

  const save = (fields: Readonly<Record<string, unknown>> = {}) =>
    sentAgain(() =>
      owner.post('/templates/save', {
        template_name: 'Monthly',
        template_json: designOf('Hello'),
        ...fields,
      }),
    );
  const made = async (fields: Readonly<Record<string, unknown>> = {}): Promise<number> => {
    const { status, body } = await save(fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.id;
  };
  const details = async (id: number) =>
    (await owner.get(`/templates/details?id=${id}`)).body.message?.template;
  const stored = () => rows(OwnTemplate).countDocuments({ user_id: owner.user_id });

  it('adds, lists, renames, changes and deletes a template', async () => {
    const id = await made();
    const [listed, ...others] = (await owner.get('/templates')).body.message.templates;
    expect(others).to.deep.equal([]);
    expect(listed).to.deep.include({
      id,
      user_id: owner.user_id,
      template_name: 'Monthly',
      template_json: designOf('Hello'),
      version: 0,
    });
    expect(await details(id)).to.deep.equal(listed);
    const renamed = await owner.post('/templates/update', { id, template_name: 'Weekly' });
    expect([renamed.status, renamed.body.version]).to.deep.equal([200, 1]);
    expect(await details(id)).to.include({ template_name: 'Weekly', template_json: designOf('Hello') });
    await owner.post('/templates/update', { id, template_json: designOf('Bye') });
    expect(await details(id)).to.include({
      template_name: 'Weekly',
      template_json: designOf('Bye'),
      version: 2,
    });
    expect((await owner.delete(`/templates/delete?id=${id}`)).status).to.equal(200);
    expect((await owner.get(`/templates/details?id=${id}`)).status).to.equal(404);
    expect((await owner.delete(`/templates/delete?id=${id}`)).status).to.equal(404);
  });

  it('shows a template as HTML, as long as it can be rendered', async () => {
    const id = await made({ template_json: designOf('Dear ((first_name|friend))') });
    const shown = await owner.get(`/templates/preview?id=${id}`);
    expect(shown.status, JSON.stringify(shown.body)).to.equal(200);
    expect(Object.keys(shown.body.message.preview)).to.deep.equal(['html']);
    expect(shown.body.message.preview.html)
      .to.match(/^<!doctype html>/i)
      .and.include('Dear ((first_name|friend))');
    await owner.post('/templates/update', { id, template_json: designOf('Bye'), keep_version: 1 });
    const [{ id: version }] = (await owner.get(`/templates/versions?id=${id}`)).body.message.versions;
    const previewOf = (query: string) => owner.get(`/templates/preview?id=${query}`);
    expect((await previewOf(`${id}`)).body.message.preview.html).to.include('Bye');
    const before = await previewOf(`${id}&version=${version}`);
    expect(before.body.message.preview.html).to.include('Dear ((first_name|friend))');
    const another = await made();
    expect((await previewOf(`${another}&version=${version}`)).status).to.equal(404);
    // An earlier version stored this design; the design's language no longer allows it.
    await rows(OwnTemplate).updateOne({ _id: id }, { $set: { template_json: '{"mjml":"<p>"}' } });
    const broken = await owner.get(`/templates/preview?id=${id}`);
    expect([broken.status, broken.body.errors]).to.deep.equal([409, 'Template can not be rendered']);
  });

  it('changes a template only from the version that its author read', async () => {
    const id = await made();
    const change = (template_name: string, if_version: number) =>
      owner.post('/templates/update', { id, template_name, if_version });
    expect((await change('First', 0)).status).to.equal(200);
    const late = await change('Late', 0);
    expect([late.status, late.body.errors]).to.deep.equal([409, 'Template was changed since this version']);
    expect((await details(id)).template_name).to.equal('First');
    const both = await Promise.all([change('One', 1), change('Other', 1)]);
    expect(both.map(({ status }) => status)).to.have.members([200, 409]);
  });

  it('refuses a template that can not be rendered, and stores nothing of it', async () => {
    const bad = [
      [{ template_json: '{"mjml":' }, 'template_json'],
      [{ template_json: `{"mjml":"<mjml></mjml>","x":${'['.repeat(64)}${']'.repeat(64)}}` }, 'template_json'],
      [{ template_json: '{"html":"<p>x</p>"}' }, 'template_json'],
      [{ template_json: designOf('<mj-table>') }, 'template_json'],
      [{ template_json: ['a'] }, 'template_json'],
      [{ template_json: '' }, 'template_json'],
      [{ template_name: '' }, 'template_name'],
      [{ template_name: 'x'.repeat(101) }, 'template_name'],
      [{ template_name: { first: 'x' } }, 'template_name'],
    ] as const;
    for (const [fields, key] of bad) {
      const { status, body } = await save(fields);
      expect([status, Object.keys(body.errors)], JSON.stringify(fields)).to.deep.equal([422, [key]]);
    }
    expect(await stored()).to.equal(0);
    const id = await made();
    expect((await owner.post('/templates/update', { id, template_json: '{"mjml":"<p>"}' })).status).to.equal(
      422,
    );
    expect(await details(id)).to.include({ template_json: designOf('Hello'), version: 0 });
  });

  it('keeps addresses out of names, and accepts a name of any letters', async () => {
    const id = await made({ template_name: 'For ada@example.com' });
    expect((await details(id)).template_name).to.equal('For ada at example.com');
    expect((await details(await made({ template_name: 'Über 日本 🎉' }))).template_name).to.equal(
      'Über 日本 🎉',
    );
  });

  it('hides templates from other accounts', async () => {
    const id = await made();
    const other = await api.account();
    expect((await other.get('/templates')).body.message.templates).to.deep.equal([]);
    expect((await other.get(`/templates/details?id=${id}`)).status).to.equal(404);
    expect((await other.get(`/templates/preview?id=${id}`)).status).to.equal(404);
    expect((await other.post('/templates/update', { id, template_name: 'Theirs' })).status).to.equal(404);
    expect((await other.delete(`/templates/delete?id=${id}`)).status).to.equal(404);
    expect((await details(id)).template_name).to.equal('Monthly');
  });

  it('counts templates in the stored bytes of the account', async () => {
    const id = await made();
    const used = async () =>
      (await owner.get('/quotas')).body.message.quotas.find(
        ({ name }: { name: string }) => name === 'stored_bytes',
      ).used;
    const bytes = Buffer.byteLength(designOf('Hello'));
    expect(await used()).to.equal(bytes);
    await Account.updateOne({ _id: owner.user_id }, { $set: { 'quotas.stored_bytes': bytes + 1 } });
    const full = await api.another();
    try {
      const post = (path: string, fields: object) =>
        fetch(`${full.url}/api${path}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            PublicKey: owner.public_key,
            SecretKey: owner.secret_key,
          },
          body: JSON.stringify(fields),
        });
      const template = { template_name: 'More', template_json: designOf('Hello') };
      expect((await post('/templates/save', template)).status).to.equal(409);
      expect((await post('/templates/update', { id, template_json: designOf('Hello you') })).status).to.equal(
        409,
      );
      expect((await post('/templates/update', { id, template_json: designOf('Hi') })).status).to.equal(200);
    } finally {
      await full.stop();
    }
    expect(await stored()).to.equal(1);
    await owner.delete(`/templates/delete?id=${id}`);
    expect(await used()).to.equal(0);
  });

  describe('with merge tags of another tool', () => {
    const convert = (given: Readonly<Record<string, unknown>>) => owner.post('/templates/convert', given);

    it('answers the same with placeholders, for HTML and MJML, by the fields of the account', async () => {
      await owner.post('/custom-fields/save', { field_name: 'shoe_size', field_type: 'number' });
      const html = '<p>Hi *|FNAME|*, size *|SHOE_SIZE|* *|ARCHIVE|* <a href="*|UNSUB|*">out</a></p>';
      const { body } = await convert({ tool: 'mailchimp', html });
      expect(body).to.deep.equal({
        status: 'success',
        message: {
          template: {
            html: '<p>Hi ((first_name)), size ((shoe_size)) *|ARCHIVE|* <a href="((unsubscribe_preferences))">out</a></p>',
            mjml: null,
            replaced: [
              { from: '*|FNAME|*', to: '((first_name))', count: 1 },
              { from: '*|SHOE_SIZE|*', to: '((shoe_size))', count: 1 },
              { from: '*|UNSUB|*', to: '((unsubscribe_preferences))', count: 1 },
            ],
            unknown: [{ tag: '*|ARCHIVE|*', count: 1 }],
          },
        },
      });
      const mjml = '<mj-text>{{ contact.FIRSTNAME }}</mj-text>';
      const other = (await convert({ tool: 'brevo', mjml })).body.message.template;
      expect([other.html, other.mjml]).to.deep.equal([null, '<mj-text>((first_name))</mj-text>']);
      expect(await stored()).to.equal(0);
    });

    it('refuses an unknown tool, no text, and two', async () => {
      const errors = async (given: Readonly<Record<string, unknown>>) => {
        const { status, body } = await convert(given);
        return [status, body.errors];
      };
      expect(await errors({ tool: 'outlook', html: 'a' })).to.deep.equal([
        422,
        { tool: ['The selected tool is invalid.'] },
      ]);
      expect(await errors({ tool: 'keila' })).to.deep.equal([422, { html: ['The html field is required.'] }]);
      expect(await errors({ tool: 'keila', html: 'a', mjml: 'b' })).to.deep.equal([
        422,
        { mjml: ['The mjml field must be empty when html is given.'] },
      ]);
    });
  });
});
