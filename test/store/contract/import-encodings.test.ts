import { expect } from 'chai';
import * as fc from 'fast-check';
import { CSV_ENCODINGS } from '../../../shared/csv-encoding.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { anyPeople, namedPeople, type PeopleFile } from '../../support/people-files.ts';
import { runImport } from '../../support/run-import.ts';

/** `FUZZ_RUNS=100` makes a long run, `FUZZ_SEED` repeats one. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

describe(`files of people in all encodings (seed ${SEED})`, () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-import-encodings');
    client = await api.account();
  });
  after(() => api.stop());

  /** Uploads a file, imports it, and expects its people among the contacts. */
  async function comesInTrue({ base64, encoding, people }: PeopleFile): Promise<void> {
    const type = await contactBook(client).addType('People');
    const form = new FormData();
    form.set('contact_type_id', String(type));
    if (encoding) form.set('encoding', encoding);
    form.set('file', new Blob([Buffer.from(base64, 'base64')]), 'people.csv');
    const uploaded = await client.post('/contacts/upload-csv', form);
    expect(uploaded.status, JSON.stringify(uploaded.body)).to.equal(200);
    await runImport(api.config, uploaded.body.id);
    const listed = await client.get(`/contacts/list?contact_type_id=${type}`);
    const stored = (listed.body.message.contacts as Record<string, string>[]).map(
      ({ email, first_name, last_name, city }) => [email, first_name, last_name, city].join(' '),
    );
    expect(stored, uploaded.body.encoding).to.have.members(people.map((person) => person.join(' ')));
  }

  const holds = (files: fc.Arbitrary<PeopleFile>): Promise<void> =>
    fc.assert(fc.asyncProperty(files, comesInTrue), { seed: SEED, numRuns: RUNS, endOnFailure: true });

  for (const encoding of CSV_ENCODINGS) {
    it(`stores names of a file in ${encoding}, which it finds`, () => holds(namedPeople(encoding)));
    it(`stores any letters of a file in ${encoding}, which the upload names`, () =>
      holds(anyPeople(encoding)));
  }
});
