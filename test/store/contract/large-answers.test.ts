import { expect } from 'chai';
import { type ContractRow, contract } from '../../../api/contract.ts';
import type { JsonSchema } from '../../../api/http/json-schema.ts';
import type { OpenApiDocument, Response } from '../../../api/openapi/operation.ts';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, aSend } from '../../support/factories.ts';

/** Names of texts that have no limit below that of a template. */
const DESIGNS = /"(?:template_json|template_html|html|raw)":/;

describe('large answers', () => {
  let api: Api;

  before(async () => {
    api = await startApi('contract-large-answers', { RATE_CALLS: '0' });
  });
  after(() => api.stop());

  it('take turns in each row whose answer has a design', async () => {
    const document: OpenApiDocument = (await api.request('/openapi.json')).body;
    const { schemas } = document.components;
    const textOf = (schema: JsonSchema): string =>
      JSON.stringify(schema).replaceAll(
        /"\$ref":"#\/components\/schemas\/([\w-]+)"/g,
        (_, name: string) => `"$ref":${JSON.stringify(schemas[name])}`,
      );
    const unlisted = (Object.values(contract) as ContractRow[]).filter(({ done }) => 'key' in done);
    const designs = unlisted.filter(({ path, methods }) => {
      const { responses } = document.paths[path]![methods[0]!.toLowerCase()]!;
      const { content = {} } = responses[200] as Response;
      return Object.values(content).some(({ schema }) => DESIGNS.test(textOf(schema)));
    });
    expect(designs.map(({ path }) => path)).to.have.members(
      unlisted.filter(({ large }) => large).map(({ path }) => path),
    );
  });

  it('are whole, also when several calls ask at once', async () => {
    const ground = await anAccount(api);
    const template_html = `<p>${'<b>&"é'.repeat(60_000)}</p>`;
    const { body } = await ground.client.post('/single/send/create', aSend(ground, { template_html }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ground.client.get(`/single-send/details?utr=${body.utr}`)),
    );
    for (const answer of answers) {
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      expect(answer.body.message.singleSend[0].template_html === template_html).to.equal(true);
    }
  });
});
