import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';

describe('the list of templates', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-templates');
    client = await api.account();
  });
  after(() => api.stop());

  it('lists the built-in ones, the blank one first', async () => {
    const { status, body } = await client.get('/get-design/template');
    expect(status).to.equal(200);
    expect(body.status).to.equal('success');
    expect(Object.keys(body.message)).to.deep.equal(['templates']);
    const [blank, ...others] = body.message.templates;
    const { json_code, html_code, ...rest } = blank;
    expect(rest).to.deep.equal({
      id: 1,
      template_name: 'Blank',
      preview_image: 'blank.png',
      is_blank: 1,
      created_at: '2026-11-01T00:00:00.000000Z',
      updated_at: '2026-11-01T00:00:00.000000Z',
    });
    expect(JSON.parse(json_code)).to.have.keys(['mjml']);
    expect(html_code).to.match(/^\s*<!doctype html>/i);
    expect(others.map(({ id, is_blank }: typeof blank) => [id, is_blank])).to.deep.equal([
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 0],
      [6, 0],
      [7, 0],
    ]);
  });

  it('lists pages', async () => {
    const { message, next_after_id } = (await client.get('/get-design/template?limit=1&after_id=2')).body;
    expect(message.templates.map((template: { id: number }) => template.id)).to.deep.equal([3]);
    expect(next_after_id).to.equal(3);
  });
});
