import { expect } from 'chai';
import type { JsonSchema } from '../../../api/http/json-schema.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { workbook } from '../../support/archives.ts';
import { ENDPOINTS, inputsBy, requestOf } from '../../support/calls.ts';
import { contactBook } from '../../support/contact-book.ts';

/** Texts that do not say what would be right. */
const UNHELPFUL =
  /^The selected .* is invalid\.$|format is invalid\.$|has already been taken\.$|must be an integer\.$|must be a valid email address\.$/s;

/** The id of no record. */
const UNKNOWN = 999_999;

let objects = 0;

/** Wrong values by kind, made from the schema of an input. Undefined: this kind of mistake cannot be made there. */
const MISTAKES: Readonly<Record<string, (schema: JsonSchema, name: string) => unknown>> = {
  reference: ({ type, items }, name) => {
    if (/recipient_id$|^automation_for$/.test(name) && items === undefined && type !== 'array')
      return `contacts_${UNKNOWN}`;
    if (name.endsWith('recipient_id')) return [`contacts_${UNKNOWN}`];
    if (items?.type === 'integer') return [UNKNOWN];
    return [type].flat().includes('integer') ? UNKNOWN : undefined;
  },
  word: ({ type, enum: words, items, additionalProperties: values }) => {
    if (items?.enum) return ['nonsense'];
    if (typeof values === 'object') return { heading: values.enum ? 'nonsense' : ['nonsense'] };
    const types = [type].flat();
    return words || types.includes('boolean') || types.includes('integer') ? 'nonsense' : undefined;
  },
  text: ({ type, items }) => (items ? ['a\0b'] : [type].flat().includes('string') ? 'a\0b' : undefined),
  form: ({ type, items }) => {
    if (type !== 'object') return items ? [{ nested: [1] }] : { nested: [1] };
    objects += 1;
    return objects % 2 === 0 ? [1] : { 'a b': { nested: [1] }, ['x'.repeat(300)]: '1' };
  },
};

describe('hints of refused inputs', function () {
  this.timeout(120_000);
  let api: Api;
  let fixture: AccountFixture;
  before(async () => {
    api = await startApi('contract-hints-of-inputs', { RATE_CALLS: '0', RATE_WRONG_KEYS: '0' });
    fixture = await addFixtures(await api.account(), 'ours');
  });
  after(() => api.stop());

  for (const [kind, mistake] of Object.entries(MISTAKES))
    it(`say what would be right of each ${kind}`, async () => {
      const unsaid: string[] = [];
      let refusals = 0;
      for (const endpoint of ENDPOINTS) {
        const inputs = inputsBy(endpoint.name);
        const wrong = new Map(
          inputs.flatMap(({ name, schema }) => {
            const value = schema.format === 'binary' ? undefined : mistake(schema, name);
            return value === undefined ? [] : [[name, value] as const];
          }),
        );
        // Some inputs are looked at first. Each call must refuse some of those that are left.
        while (wrong.size > 0) {
          const given = { ...givenTo(endpoint.name, inputs, fixture), ...Object.fromEntries(wrong) };
          const { path, init } = requestOf(endpoint, given);
          const { status, body } = await fixture.client.request(path, init);
          if (status !== 422 || typeof body.errors === 'string') break;
          const refused = Object.entries(body.errors as Record<string, string[]>);
          for (const [name, said] of refused)
            if (said.some((text) => UNHELPFUL.test(text))) {
              refusals += 1;
              if (!body.hints?.[name]?.length)
                unsaid.push(`${endpoint.row.path} ${name}: ${said.join(' ').slice(0, 200)}`);
            }
          const left = wrong.size;
          for (const [name] of refused) wrong.delete(name);
          if (wrong.size === left) break;
        }
      }
      expect(unsaid).to.deep.equal([]);
      expect(refusals).to.be.above(70);
    });

  describe('of what the account or a file has', () => {
    let client: Client;
    let type: number;
    before(async () => {
      client = await api.account();
      type = await contactBook(client).addType('People');
      await client.post('/custom-fields/save', { field_name: 'shoe_size', field_type: 'number' });
      await client.post('/sending-domains/save', { domain: 'taken.example' });
    });

    const table = new File(['Post;Vorname\nada@example.com;Ada\n'], 'people.csv');
    const upload = (more: Readonly<Record<string, string | File>>): FormData => {
      const form = new FormData();
      for (const [key, value] of Object.entries({ contact_type_id: String(type), file: table, ...more }))
        form.set(key, value);
      return form;
    };
    const contact = (custom_field: object) => ({
      contact_type_id: type,
      email: 'a@b.example',
      country: 84,
      custom_field,
    });
    const COLUMNS = 'Write one of: Post, Vorname.';
    const FIELDS =
      'Write one of: first_name, last_name, email, alt_email, country, state, city, address_line1, address_line2, ' +
      'state_province_region, postal_code, shoe_size, tags, fullname.';

    const cases: readonly [path: string, given: () => object, hints: Readonly<Record<string, string>>][] = [
      [
        '/custom-fields/save',
        () => ({ field_name: 'Shoe_Size', field_type: 'text' }),
        { field_name: '`custom-fields` lists the fields of the account; case makes no other name.' },
      ],
      [
        '/sending-domains/save',
        () => ({ domain: 'Taken.example' }),
        {
          domain:
            '`sending-domains` lists it. With link_host or return_path_host, this call changes its hosts.',
        },
      ],
      [
        '/sending-domains/save',
        () => ({ domain: 'own.example', link_host: 'links.other.example' }),
        { link_host: 'Write a host below the domain, such as links.own.example.' },
      ],
      [
        '/sending-domains/save',
        () => ({ domain: 'own.example', link_host: 'a.own.example', return_path_host: 'a.own.example' }),
        { return_path_host: 'Write another host than link_host.' },
      ],
      [
        '/brand/update',
        () => ({ logo_media_id: 999_999 }),
        { logo_media_id: '`media` shows what can be chosen.' },
      ],
      [
        '/contacts/add',
        () => contact({ shoe_sise: 42 }),
        { custom_field: 'There is no field "shoe_sise". Did you mean shoe_size? Write one of: shoe_size.' },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'map[first_name]': 'Vornane' }),
        { map: `The file has no column "Vornane". Did you mean Vorname? ${COLUMNS}` },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'map[first_name]': 'Vorname', 'map[last_name]': 'Vorname' }),
        { map: 'Another field has the column "Vorname". A column becomes one field.' },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'map[frist_name]': 'Vorname' }),
        { map: `There is no field "frist_name". Did you mean first_name? ${FIELDS}` },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'map[status]': 'Statu' }),
        { map: `The file has no column "Statu". ${COLUMNS}` },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'new_fields[Vorname]': 'texts' }),
        { new_fields: 'Did you mean text? Write one of: text, number, datetime-local.' },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'new_fields[fullname]': 'text' }),
        {
          new_fields:
            '"fullname" is reserved: `reserve-fields` lists such names. Name it by `new_field_names[fullname]`.',
        },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'new_fields[Created At]': 'text' }),
        {
          new_fields:
            '"Created_At" is reserved: `reserve-fields` lists such names. Name it by `new_field_names[Created At]`.',
        },
      ],
      [
        '/contacts/upload',
        () =>
          upload({
            'map[email]': 'Post',
            'new_fields[Vorname]': 'text',
            'new_field_names[Vorname]': 'Created At',
          }),
        { new_field_names: '"Created_At" is reserved: `reserve-fields` lists such names.' },
      ],
      [
        '/contacts/upload',
        () =>
          upload({ 'map[email]': 'Post', 'new_fields[Vorname]': 'text', 'new_field_names[Vorname]': 'Имя' }),
        { new_field_names: 'Write letters, digits and _, and no other characters.' },
      ],
      [
        '/contacts/upload',
        () => upload({ 'map[email]': 'Post', 'new_fields[Имя]': 'text' }),
        {
          new_fields:
            'Write letters, digits and _, and no other characters. Name it by `new_field_names[Имя]`.',
        },
      ],
      [
        '/messages/send',
        () => ({ data: { 'a b': '1' }, metadata: { 'a b': '1' } }),
        {
          data: 'A name has up to 255 letters, digits and _.',
          metadata: 'A name has up to 40 letters, digits, dots, hyphens and _.',
        },
      ],
    ];
    for (const [path, given, hints] of cases)
      it(`says of ${path}: ${Object.values(hints)[0]!.slice(0, 60)}`, async () => {
        const { status, body } = await client.post(path, given() as FormData);
        expect(status, JSON.stringify(body)).to.equal(422);
        for (const [key, hint] of Object.entries(hints)) {
          expect(body.errors).to.have.property(key);
          expect(body.hints[key]).to.deep.equal([hint]);
        }
      });

    it('names the sheets of a workbook', async () => {
      const rowsOf = [[{ text: 'Email' }], [{ text: 'a@example.com' }]];
      const book = new File([new Uint8Array(await workbook({ Notes: rowsOf, People: rowsOf }))], 'book.xlsx');
      const { status, body } = await client.post('/contacts/upload', upload({ file: book, sheet: 'Poeple' }));
      expect([status, body.errors, body.hints]).to.deep.equal([
        422,
        { sheet: ['The selected sheet is invalid.'] },
        { sheet: ['Did you mean People? Write one of: Notes, People.'] },
      ]);
    });

    it('says how an Idempotency-Key is written', async () => {
      const { status, body } = await client.request('/contacts-type/add', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'a b' },
        body: '{"name":"Others"}',
      });
      expect([status, body.hints]).to.deep.equal([
        422,
        { 'Idempotency-Key': ['Write 1 to 255 visible ASCII characters, such as a UUID.'] },
      ]);
    });
  });
});
