import { expect } from 'chai';
import { type ContractRow, contract, type EndpointName } from '../../../api/contract.ts';
import type { JsonSchema } from '../../../api/http/json-schema.ts';
import { entryOf } from '../../../api/openapi/entries/all.ts';
import type { OpenApiDocument, Operation, Response } from '../../../api/openapi/operation.ts';
import { conflictsOf } from '../../../api/openapi/responses.ts';
import { grouped } from '../../../common/domain/grouped.ts';
import { type Api, startApi } from '../../support/api.ts';
import { FACTS, type Fact } from '../../support/specification.ts';
import { RECORDS } from '../../support/specification-records.ts';

/** Where docs/rules.md settles what the published contract leaves open or could not mean: path and what differs. */
const RULED: Readonly<Record<string, { starred?: string[]; unstarred?: string[]; missing?: string }>> = {
  // docs/rules.md 2.3 and 10.3: without a group at the start, set-live's failure could not occur.
  'automations/create': { starred: ['automation_name'], unstarred: ['unsubscribe_group_id'] },
  // "auth only" and "not shown", although a record is looked up (docs/rules.md 2.4).
  'automations/duplicate': { missing: 'Record not found' },
  'contacts-type/view': { missing: 'Record Not Found' },
  'automations/set-live': { missing: 'Record not found' },
};

const rowOf = (path: string): [EndpointName, ContractRow] => {
  const found = Object.entries(contract).find(([, row]) => row.path === `/${path}`);
  if (!found) throw new Error(`${path} is not in the contract`);
  return found as [EndpointName, ContractRow];
};

const starred = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

const bare = (names: readonly string[]): string[] => names.map((name) => name.replace('*', ''));

/** A success as the table of facts writes it. */
function successOf({ done }: ContractRow, { output }: { output?: { schema: JsonSchema } }): string | null {
  if ('text' in done) return `message: ${done.text}`;
  if ('errorsText' in done) return `errors: ${done.errorsText}`;
  if ('key' in done) return `message.${done.key}`;
  if ('list' in done) return `message.${done.list}`;
  const keys = Object.keys(output?.schema.properties ?? {});
  return keys.length > 0 ? `message.${keys.join()}` : null;
}

describe('the contract table', () => {
  let api: Api;
  let document: OpenApiDocument;

  before(async () => {
    api = await startApi('contract-openapi');
    document = (await api.request('/openapi.json')).body;
  });
  after(() => api.stop());

  const operations = (path: string): Readonly<Record<string, Operation>> => document.paths[`/${path}`] ?? {};
  const bodyOf = ({ requestBody }: Operation): JsonSchema | undefined => {
    const $ref = Object.values(requestBody?.content ?? {})[0]?.schema.$ref;
    return $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1)!];
  };

  it('names the same paths and methods as its OpenAPI document and the published contract', () => {
    const written = (path: string, methods: readonly string[]) =>
      methods.map((method) => `${method.toUpperCase()} /${path.replace(/^\//, '')}`);
    const rows = Object.values<ContractRow>(contract).flatMap(({ path, methods }) => written(path, methods));
    const documented = Object.entries(document.paths).flatMap(([path, all]) =>
      written(path, Object.keys(all)),
    );
    const specified = FACTS.flatMap(({ path, methods }) => written(path, methods));
    expect(documented).to.have.members(rows);
    expect(specified.filter((row) => !rows.includes(row))).to.deep.equal([]);
    // Only new paths are allowed beyond the published contract: another method of a published path would change it.
    const added = rows.filter((row) => !specified.includes(row)).map((row) => row.split(' /')[1]);
    expect(added.filter((path) => FACTS.some((fact) => fact.path === path))).to.deep.equal([]);
  });

  it('answers the methods of each path, and 405 to all others', async () => {
    for (const [path, all] of grouped(Object.values<ContractRow>(contract), (row) => row.path)) {
      const methods: readonly string[] = all.flatMap((row) => row.methods);
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] as const) {
        const { status, headers } = await api.request(`/api${path}`, { method });
        const routed = methods.includes(method);
        expect(status, `${method} ${path}`).to.equal(routed ? 401 : 405);
        if (!routed) expect(headers.get('allow')?.split(', ')).to.include.members([...methods]);
      }
    }
  });

  for (const fact of FACTS) {
    it(`agrees with the published contract on ${fact.methods.join()} ${fact.path}`, () => {
      const [name, row] = rowOf(fact.path);
      const entry = entryOf(name);
      if (fact.success !== null) expect(successOf(row, entry)).to.equal(fact.success);
      const ruled = RULED[fact.path];
      const failure = ruled?.missing ?? fact.failure;
      if (failure?.startsWith('Record')) expect(row.missing).to.equal(failure);
      else if (fact.failure === null && fact.validation.length === 0)
        expect(row.missing ?? '').to.match(/^(Record Not Found)?$/);
      if (fact.failure !== null && !fact.failure.startsWith('Record')) {
        expect(conflictsOf(row)).to.include(fact.failure);
      }
      for (const method of fact.methods) checkInputs(fact, method);
    });
  }

  function checkInputs(fact: Fact, method: string): void {
    const operation = operations(fact.path)[method.toLowerCase()]!;
    const ruled = RULED[fact.path] ?? {};
    const required = (names: readonly string[]) =>
      [...starred(names), ...(ruled.starred ?? []).filter((name) => names.includes(name))]
        .filter((name) => !ruled.unstarred?.includes(name))
        .sort();
    const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
    expect(
      query
        .filter((one) => one.required)
        .map((one) => one.name)
        .sort(),
    ).to.deep.equal(required(fact.query));
    expect(query.map((one) => one.name)).to.include.members(bare(fact.query));
    const body = bodyOf(operation);
    expect([...(body?.required ?? [])].sort()).to.deep.equal(required(fact.body));
    expect(Object.keys(body?.properties ?? {})).to.include.members(bare(fact.body));
    if (fact.validation.length === 0) return;
    const { content } = operation.responses['422'] as Response;
    const [, own] = content!['application/json']!.schema.allOf!;
    const { errors } = own!.properties!;
    const [byInput] = errors!.anyOf ?? [errors!];
    expect(Object.keys(byInput!.properties ?? {})).to.include.members([...fact.validation]);
  }

  for (const [name, fields] of Object.entries(RECORDS)) {
    it(`agrees with the published contract on the fields of ${name}`, () => {
      const { properties = {}, required } = document.components.schemas[name]!;
      for (const [key, type] of fields.split(' ').map((field) => field.split(':') as [string, string])) {
        const schema = properties[key];
        expect(schema, key).to.not.equal(undefined);
        expect(required).to.include(key);
        // The document adds a type, as generators know none that is null alone.
        if (type === 'null') expect(typesOf(schema!), key).to.deep.equal(['string', 'null']);
        else expect(typesOf(schema!), key).to.have.members(wanted(type));
      }
    });
  }

  const KINDS: Readonly<Record<string, string>> = { int: 'integer', text: 'string', list: 'array' };
  const wanted = (type: string): string[] => {
    const kind = type.replace('?', '');
    return [KINDS[kind] ?? kind, ...(type.endsWith('?') ? ['null'] : [])];
  };
  const typesOf = ({ $ref, type }: JsonSchema): string[] =>
    $ref ? ['object'] : typeof type === 'string' ? [type] : [...(type ?? [])];
});
