import { expect } from 'chai';
import { Contact } from '../../../../common/models/contacts.ts';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { rows } from '../../../support/rows.ts';

describe('tags in an imported file', () => {
  let csv: CsvImports;
  before(async () => {
    csv = await startCsvImports('worker-import-tags');
  });
  after(() => csv.stop());

  const tagsOf = async (type: number): Promise<(readonly string[])[]> =>
    (await csv.contacts(type)).map(({ tags }) => tags ?? []);

  it('are added to those that a contact has, and a repeated file changes nothing', async () => {
    const type = await csv.type();
    await csv.load(type, 'email,Tags\na@x.example,"VIP, Berlin"\nb@x.example,\n');
    const file = 'email;Tags\na@x.example;vip|new\nb@x.example;"""One"",""Two"""\nb@x.example;three\n';
    const expected = [
      ['vip', 'berlin', 'new'],
      ['one', 'two', 'three'],
    ];
    expect(counts(await csv.load(type, file))).to.deep.equal([0, 3, 0, 0]);
    expect(await tagsOf(type)).to.deep.equal(expected);
    expect(counts(await csv.load(type, file))).to.deep.equal([0, 0, 3, 0]);
    expect(await tagsOf(type)).to.deep.equal(expected);
  });

  it('come from JSON cells, and a cell that is no list of tags is dropped alone', async () => {
    const type = await csv.type();
    const found = await csv.load(
      type,
      'email,first_name,attributes\na@x.example,Ada,"{""tags"": [""VIP"", ""Köln""]}"\nb@x.example,Bob,"{""tags"": ""a\\""b""}"\n',
    );
    expect(counts(found)).to.deep.equal([2, 0, 0, 0]);
    expect(found.rows_partial).to.equal(1);
    expect(await tagsOf(type)).to.deep.equal([['vip', 'köln'], []]);
  });

  it('come from no JSON cell that is an empty list or null, and such a cell is no partial one', async () => {
    const type = await csv.type();
    const found = await csv.load(
      type,
      'email,attributes\na@x.example,"{""tags"": [""vip""]}"\nb@x.example,[]\nc@x.example,null\n',
    );
    expect([counts(found), found.rows_partial ?? 0]).to.deep.equal([[3, 0, 0, 0], 0]);
    expect(await tagsOf(type)).to.deep.equal([['vip'], [], []]);
  });

  it('go when the import is undone, and others stay', async () => {
    const type = await csv.type();
    await csv.load(type, 'email,tags\na@x.example,first\nb@x.example,first\n');
    const done = await csv.load(
      type,
      'email,tags\na@x.example,"first,second"\nb@x.example,second\nc@x.example,second\n',
    );
    await rows(Contact).updateOne(
      { contact_type_id: type, email_norm: 'a@x.example' },
      { $addToSet: { tags: 'later' } },
    );
    await rows(Contact).updateOne(
      { contact_type_id: type, email_norm: 'b@x.example' },
      { $pull: { tags: 'second' } },
    );
    expect((await csv.undo(done._id)).undo_counts).to.deep.equal({
      removed: 1,
      restored: 1,
      kept: 1,
      gone: 0,
    });
    expect(await tagsOf(type)).to.deep.equal([['first', 'later'], ['first']]);
  });

  it('are no tags where an older custom field has their name', async () => {
    const type = await csv.type();
    await csv.field('tags', 'text');
    await csv.load(type, 'email,tags\na@x.example,"VIP, Berlin"\n');
    const [contact] = await csv.contacts(type);
    expect([contact!.tags, contact!.custom_field]).to.deep.equal([undefined, { tags: 'VIP, Berlin' }]);
  });
});
