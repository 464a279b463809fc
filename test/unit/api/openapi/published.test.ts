import { expect } from 'chai';
import type { JsonSchema } from '../../../../api/http/json-schema.ts';
import type { OpenApiDocument } from '../../../../api/openapi/operation.ts';
import { publishedDocument } from '../../../../api/openapi/published.ts';
import { openApiDocument } from '../../../support/documented.ts';
import { findings } from '../../../support/json-schema.ts';

/** Every object of a document with its path, but those of examples. */
function* partsOf(value: unknown, path = ''): Generator<[path: string, part: JsonSchema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && !/\/(?:properties|schemas)$/.test(path)) yield [path, value];
  for (const [key, one] of Object.entries(value))
    if (!/^examples?$/.test(key) || path.endsWith('/properties')) yield* partsOf(one, `${path}/${key}`);
}

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);

describe('the published document', () => {
  let exact: OpenApiDocument;
  let document: OpenApiDocument;
  let parts: [path: string, part: JsonSchema][];
  before(async () => {
    exact = await openApiDocument();
    document = publishedDocument(exact);
    parts = [...partsOf(document)];
  });

  it('has one type a schema, or one and null, and words of one type', () => {
    for (const [path, { type, enum: words = [] }] of parts) {
      const types = Array.isArray(type) ? (type as readonly string[]) : [type];
      expect(types.filter((one) => one !== 'null').length, path).to.be.at.most(1);
      if (types.join() === 'null') expect(path).to.match(/\/anyOf\/\d+$/);
      const kinds = new Set(words.map(kindOf));
      kinds.delete('null');
      expect(kinds.size, path).to.be.at.most(1);
    }
  });

  it('names each flag of the exact document', () => {
    const flags = [...partsOf(exact)].filter(
      ([, { type }]) => Array.isArray(type) && type.includes('boolean') && type.includes('integer'),
    );
    const ref = '#/components/schemas/Flag';
    const named = parts.filter(([, { $ref, anyOf }]) => $ref === ref && !anyOf);
    expect(named).to.have.length(flags.length).above(20);
    expect(document.components.schemas['Flag']).to.include({ type: 'boolean' });
    for (const [path, { examples = [] }] of parts)
      if (named.some(([own]) => own === path || own === `${path}/anyOf/0`))
        for (const one of examples) expect(one, path).to.be.a('boolean');
  });

  it('names the failure in each answer of one, and keeps its texts', () => {
    const answers = [
      ...Object.values(document.paths).flatMap((byMethod) =>
        Object.values(byMethod).flatMap(({ responses }) => Object.entries(responses)),
      ),
      ...Object.entries(document.components.responses).map(([, one]) => ['400', one] as const),
    ].filter(([status, one]) => Number(status) >= 400 && 'content' in one);
    expect(answers.length).to.be.above(100);
    for (const [, answer] of answers) {
      const { schema, example } = (answer as OpenApiDocument['components']['responses'][string]).content![
        'application/json'
      ]!;
      expect(schema.allOf![0]).to.deep.equal({ $ref: '#/components/schemas/Failure' });
      if (example === undefined) continue;
      const { schemas } = document.components;
      expect(findings(example, schema, schemas)).to.deep.equal([]);
      expect(findings(example, { $ref: '#/components/schemas/Failure' }, schemas)).to.deep.equal([]);
      expect(findings({ ...(example as object), errors: 5 }, schema, schemas)).not.to.deep.equal([]);
    }
  });

  it('takes the same texts and numbers as values of a contact', () => {
    const valueOf = ({ components: { schemas } }: OpenApiDocument) =>
      schemas['ContactAddInput']!.properties!['custom_field']!.additionalProperties as JsonSchema;
    for (const value of ['a', 1.5, null, 'x'.repeat(5000), true, []])
      expect(findings(value, valueOf(document), {}).length > 0, String(value)).to.equal(
        findings(value, valueOf(exact), {}).length > 0,
      );
  });
});
