import { expect } from 'chai';
import { createCodegenDocument } from '../../../../api/openapi/codegen.ts';
import { STATUSES } from '../../../../shared/statuses/statuses.ts';
import { openApiDocument } from '../../../support/documented.ts';

type Node = { readonly [key: string]: unknown };

/** Every object in the document, with its path. */
function* nodesOf(value: unknown, path = ''): Generator<[path: string, node: Node]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Node];
  for (const [key, one] of Object.entries(value)) yield* nodesOf(one, `${path}/${key}`);
}

describe('the document for generators of clients', () => {
  let document: {
    paths: Record<string, Record<string, Node>>;
    components: { schemas: Record<string, Node> };
  };
  let nodes: [path: string, node: Node][];

  before(async () => {
    document = createCodegenDocument(await openApiDocument()) as typeof document;
    nodes = [...nodesOf(document)];
  });

  it('has each operation, described, with one media type a body and one failure', async () => {
    const { paths } = await openApiDocument();
    expect(Object.keys(document.paths)).to.have.members(Object.keys(paths));
    for (const [path, byMethod] of Object.entries(document.paths)) {
      expect(Object.keys(byMethod), path).to.have.members(Object.keys(paths[path]!));
      for (const operation of Object.values(byMethod)) {
        const { description, requestBody, responses } = operation as {
          description: string;
          requestBody?: { content: object };
          responses: object;
        };
        expect(description, path).to.have.length.above(3);
        if (requestBody) expect(Object.keys(requestBody.content), path).to.have.length(1);
        expect(Object.keys(responses), path).to.deep.equal(['200', 'default']);
      }
    }
  });

  it('has one type in each schema, and no words of OpenAPI 3.1', () => {
    for (const [path, node] of nodes) {
      if (/\/(?:properties|example|paths|schemas)$/.test(path) || /\/example\//.test(path)) continue;
      if ('type' in node) expect(node['type'], path).to.be.a('string').and.not.equal('null');
      for (const word of ['const', 'examples', 'x-shown', 'contentMediaType'])
        expect(node, path).not.to.have.property(word);
      if (Array.isArray(node['enum'])) {
        const kinds = new Set(node['enum'].map((word) => typeof word));
        expect(kinds.size, path).to.equal(1);
        expect(node['enum'], path).not.to.include(null);
      }
    }
  });

  it('has a format for each whole number that may need more than 32 bits', () => {
    for (const [path, { type, format, maximum = Infinity, enum: words }] of nodes)
      if (type === 'integer' && !path.endsWith('/properties'))
        expect(format === 'int64', path).to.equal(words === undefined && Number(maximum) >= 2 ** 31);
  });

  it('has no bounds of files', () => {
    const files = nodes.filter(([, { format, items }]) =>
      [format, (items as Node | undefined)?.['format']].includes('binary'),
    );
    expect(files.length).to.be.above(5);
    for (const [path, file] of files)
      expect(file, path).not.to.have.any.keys('minLength', 'maxLength', 'minItems', 'maxItems');
  });

  it('names only schemas that there are', () => {
    const names = Object.keys(document.components.schemas);
    for (const [path, { $ref }] of nodes) {
      if (typeof $ref !== 'string') continue;
      const [, , kind, name] = $ref.split('/');
      if (kind === 'schemas') expect(names, path).to.include(name);
      else expect($ref, path).to.equal('#/components/responses/Failure');
    }
  });

  it('names each enum that is no property of an object, nor an entry of such a list', () => {
    const NAMEABLE =
      /(?:\/properties\/[^/]+|\/parameters\/\d+\/schema|\/schemas\/\w+(?:\/additionalProperties)?)(?:\/items)?$/;
    const enums = nodes.filter(([path, node]) => Array.isArray(node['enum']) && !/\/example\//.test(path));
    expect(enums.length).to.be.above(100);
    expect(enums.map(([path]) => path).filter((path) => !NAMEABLE.test(path))).to.deep.equal([]);
    const { schemas } = document.components;
    expect(schemas['StatusesValue']).to.deep.equal({ type: 'string', enum: STATUSES });
    for (const place of ['properties', 'properties/files/items/properties'])
      for (const name of ['statuses', 'new_fields']) {
        const [, map] = nodes.find(([path]) => path.endsWith(`/MoveApplyInput/${place}/${name}`))!;
        const value = name === 'statuses' ? 'StatusesValue' : 'NewFieldsValue';
        expect(map['additionalProperties']).to.deep.equal({ $ref: `#/components/schemas/${value}` });
      }
  });

  it('has no word in two named enums, as Go constants have the names of words alone', () => {
    const words = Object.values(document.components.schemas).flatMap(
      (one) => (one['enum'] ?? []) as string[],
    );
    expect(words).to.have.length(new Set(words).size).above(50);
  });

  it('has a flag as a boolean, and null as a property of a type', () => {
    const { properties } = document.components.schemas['SingleSendCreateInput'] as {
      properties: Record<string, { type: string; nullable?: boolean }>;
    };
    expect(properties['draft']).to.include({ type: 'boolean', nullable: true });
    expect(properties['draft']).not.to.have.property('enum');
  });
});
