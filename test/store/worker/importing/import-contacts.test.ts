import { expect } from 'chai';
import mongoose from 'mongoose';
import { findCountry } from '../../../../common/data/places.ts';
import { foldedCustomName } from '../../../../common/domain/folded-custom.ts';
import { ContactType } from '../../../../common/models/contact-types.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { CustomField } from '../../../../common/models/custom-fields.ts';
import { Import } from '../../../../common/models/imports.ts';
import { type CsvImports, counts, fixture, startCsvImports } from '../../../support/csv-imports.ts';
import { rows } from '../../../support/rows.ts';

/** The bytes of a record at most: longer ones take less time with a low limit. */
const RECORD = 2 ** 16;
/** The bytes of a block of a stored file. */
const BLOCK = 512 * 2 ** 10;

describe('import-contacts', () => {
  let csv: CsvImports;

  before(async () => {
    csv = await startCsvImports('worker-import-contacts', {
      LIMIT_CSV_RECORD_BYTES: String(RECORD),
    });
  });
  after(() => csv.stop());

  const people = async (typeId: number) =>
    (await csv.contacts(typeId)).map(({ email, first_name, city }) => [email, first_name, city].join('|'));

  it('reads each encoding, delimiter and newline', async () => {
    const files: Record<string, [string, string]> = {
      'utf-8': ['Köln', 'Łódź'],
      'utf-8-bom': ['Köln', 'Łódź'],
      'utf-16le-bom': ['Köln', 'Łódź'],
      'utf-16be-bom': ['Köln', 'Łódź'],
      'windows-1252': ['Köln', '“5 €”'],
      crlf: ['Köln', 'Łódź'],
      cr: ['Köln', 'Łódź'],
      'no-newline-at-end': ['Köln', 'Łódź'],
      semicolon: ['Köln', 'Łódź'],
      tab: ['Köln', 'Łódź'],
      'semicolon-decimal-comma': ['1,5', 'a,b'],
    };
    for (const [name, [first, second]] of Object.entries(files)) {
      const type = await csv.type();
      const found = await csv.load(type, fixture(name));
      expect(found, name).to.include({ state: 'completed', failure: null, percent: 100, rows_read: 2 });
      expect(counts(found), name).to.deep.equal([2, 0, 0, 0]);
      expect(await people(type), name).to.deep.equal([
        `ann@example.com|Ann|${first}`,
        `bob@example.com|Bob|${second}`,
      ]);
    }
  });

  it('stores the texts of custom fields in their folded form, too', async () => {
    const type = await csv.type();
    const shop = foldedCustomName(await csv.field('shop', 'text'));
    await csv.field('visits', 'number');
    const folded = async () => (await csv.contacts(type))[0]!.custom_folded;
    await csv.load(type, 'email,shop,visits\nzoe@example.com,Zürich West,7\n');
    expect(await folded()).to.deep.equal({ [shop]: 'zurich west' });
    await csv.load(type, 'email,shop,visits\nzoe@example.com,Genève,8\n');
    expect(await folded()).to.deep.equal({ [shop]: 'geneve' });
  });

  it('reads Windows-1252 because of one byte far after the head, when no row is UTF-8 beyond ASCII', async () => {
    const type = await csv.type();
    const name = 'A person with a long name '.repeat(9);
    const plain = Array.from({ length: 720 }, (_, at) => `p${at}@example.com,${name}\n`).join('');
    const file = Buffer.concat([
      Buffer.from('email,first_name\nann@example.com,M\xfcller\n', 'latin1').subarray(0, 17),
      Buffer.from(plain),
      Buffer.from('ann@example.com,\x80 M\xfcller\n', 'latin1'),
    ]);
    const found = await csv.load(type, file);
    expect(found).to.include({ encoding: 'windows-1252', encoding_by: 'guess', rows_added: 721 });
    expect((await people(type))[0]).to.equal('ann@example.com|€ Müller|');
  });

  it('stores names and their folded forms, each for its own column', async () => {
    const type = await csv.type();
    const folded = async () => {
      const [contact] = await csv.contacts(type);
      return [contact!.first_name_folded, contact!.last_name_folded];
    };
    await csv.load(type, 'email,first_name,last_name\nzoe@example.com,Zoë,ÅNGSTRÖM\n');
    expect(await folded()).to.deep.equal(['zoe', 'angstrom']);
    await csv.load(type, 'email,last_name\nzoe@example.com,O’Neil\n');
    expect(await folded()).to.deep.equal(['zoe', 'o’neil']);
    await csv.load(type, 'email,first_name\nzoe@example.com,Édith\nzoe@example.com,Ömer\n');
    expect(await folded()).to.deep.equal(['omer', 'o’neil']);
  });

  it('refuses a row whose bytes are not text', async () => {
    const type = await csv.type();
    const found = await csv.load(type, fixture('windows-1252-undefined-byte'));
    expect(counts(found)).to.deep.equal([1, 0, 0, 1]);
    expect(await csv.refusals(found._id)).to.deep.equal([
      '2: The row has bytes that are not windows-1252 text (0x81); see the input encoding.',
    ]);
    expect(await people(type)).to.deep.equal(['bob@example.com|Bobü|']);
  });

  it('reads real headers and rows', async () => {
    const files: Record<string, string[]> = {
      'quoted-newlines': ['ann@example.com|Ann|', 'bob@example.com|Bob "B"|'],
      'blank-lines': ['ann@example.com|Ann|', 'bob@example.com|Bob|'],
      'blank-cells': ['ann@example.com||', 'bob@example.com|Bob|'],
      'header-spelling': ['ann@example.com|Ann|Bonn'],
      'duplicate-columns': ['ann@example.com|Ann|'],
      'unknown-columns': ['ann@example.com|Ann|'],
      'proto-column': ['ann@example.com|Ann|'],
      'short-rows': ['ann@example.com||', 'bob@example.com|Bob|'],
      'one-column': ['ann@example.com||', 'bob@example.com||'],
      'header-only': [],
    };
    for (const [name, expected] of Object.entries(files)) {
      const type = await csv.type();
      const found = await csv.load(type, fixture(name));
      expect(found, name).to.include({ state: 'completed', rows_read: expected.length, rows_refused: 0 });
      expect(await people(type), name).to.deep.equal(expected);
    }
    const [newlines] = await rows(Contact).find({ address_line1: /Back/ }).toArray();
    expect(newlines?.address_line1).to.equal('1 Road\r\nBack door');
    const skipped = (
      await rows(Import)
        .find({ 'skipped_columns.0': { $exists: true } })
        .toArray()
    ).map((found) => found.skipped_columns);
    expect(skipped).to.deep.equal([
      ['First Name', 'email'],
      ['shoe size', 'a, b'],
      ['__proto__', 'constructor'],
    ]);
  });

  it('stores all fields of a contact', async () => {
    await csv.field('Birth_Date', 'datetime-local');
    await csv.field('age', 'number');
    const type = await csv.type();
    const found = await csv.load(
      type,
      'email,alt email,country,state,address line1,addressline2,state_province_region,postal code,birth date,AGE\n' +
        'Ann@Example.com,a@b.example,germany,NRW,Road 1,Back,Rhein,0001,2001-02-03T04:05,1e3\n',
    );
    const [contact] = await csv.contacts(type);
    expect(contact).to.deep.equal({
      _id: contact?._id,
      user_id: csv.userId,
      contact_type_id: type,
      first_name: '',
      last_name: '',
      email: 'Ann@Example.com',
      email_norm: 'ann@example.com',
      alt_email: 'a@b.example',
      country: findCountry('DE'),
      state: 'NRW',
      city: '',
      address_line1: 'Road 1',
      address_line2: 'Back',
      state_province_region: 'Rhein',
      postal_code: '0001',
      custom_field: { Birth_Date: '2001-02-03T04:05', age: '1e3' },
      custom_number: { age: 1000 },
      written_by: { import_id: found._id, line: 2, added: true },
      deleted_at: null,
      created_at: contact?.created_at,
      updated_at: contact?.updated_at,
    });
  });

  it('merges repeated addresses in file order, cell by cell', async () => {
    const type = await csv.type();
    const found = await csv.load(type, fixture('repeats'));
    expect(counts(found)).to.deep.equal([2, 2, 1, 0]);
    const [ann, bob] = await csv.contacts(type);
    expect(ann).to.include({
      email: 'ann@example.com',
      first_name: 'Anna',
      last_name: 'Smith',
      city: 'Bonn',
    });
    expect(bob).to.include({ first_name: 'Bob', last_name: '' });
    expect(counts(await csv.load(type, fixture('repeats')))[0]).to.equal(0);
  });

  it('updates with cells that are not empty, and does not write unchanged contacts', async () => {
    const type = await csv.type();
    await csv.load(
      type,
      'email,first_name,last_name,age\nann@example.com,Ann,Smith,5\nbob@example.com,Bob,,\n',
    );
    const before = await csv.contacts(type);
    const found = await csv.load(
      type,
      'email,first_name,last_name,age\nann@example.com,Anna,,6\nbob@example.com,Bob,,\n',
    );
    expect(counts(found)).to.deep.equal([0, 1, 1, 0]);
    const [ann, bob] = await csv.contacts(type);
    expect(ann).to.include({ first_name: 'Anna', last_name: 'Smith' });
    expect([ann?.custom_field, ann?.custom_number]).to.deep.equal([{ age: '6' }, { age: 6 }]);
    expect(ann?.updated_at.getTime()).to.be.above(before[0]!.updated_at.getTime());
    expect(bob).to.deep.equal(before[1]);
  });

  it('reports unusable rows and cells, with line and reason', async () => {
    const type = await csv.type();
    const found = await csv.load(type, fixture('bad-rows'));
    expect(counts(found)).to.deep.equal([3, 0, 0, 4]);
    expect(found.rows_partial).to.equal(1);
    expect(await csv.refusals(found._id)).to.deep.equal([
      '3: The email field must be a valid email address.',
      '4: The email field is required.',
      '5: The selected country is invalid.',
      '6: The row has 5 cells, the header 3.',
      '8: The email field must be a valid email address.',
    ]);
    const custom = await csv.load(
      type,
      `email,age,birth date,city,alt email\nx@example.com,old,,,\ny@example.com,,2001-02-30T00:00,,\n` +
        `z@example.com,,,${'x'.repeat(256)},\nu@example.com,,,,u@\nv@example.com,,,\0,\n`,
    );
    expect(await csv.refusals(custom._id)).to.deep.equal([
      '2: The age field must be a number.',
      '3: The Birth Date field must match the format Y-m-dTH:i[:s].',
      '4: The city field must not be greater than 255 characters.',
      '5: The alt email field must be a valid email address.',
      '6: The city field format is invalid.',
    ]);
  });

  it('leaves out too long cells, and continues', async () => {
    const type = await csv.type();
    await csv.field('memo', 'text');
    const marks = '\u0316\u0301'.repeat(2000);
    const found = await csv.load(
      type,
      `email,country,memo,city\na@example.com,${marks},,\nb@example.com,,${'x'.repeat(4097)},\n` +
        `c@example.com,,,${marks}\n${marks}@example.com,,,\nd@example.com,,${'x'.repeat(4096)},\n`,
    );
    expect(counts(found)).to.deep.equal([4, 0, 0, 1]);
    expect(found.rows_partial).to.equal(3);
    expect(await csv.refusals(found._id)).to.deep.equal([
      '2: The country field must not be greater than 255 characters.',
      '3: The memo field must not be greater than 4096 characters.',
      '4: The city field must not be greater than 255 characters.',
      '5: The email field must be a valid email address.',
    ]);
  });

  it('reads rows with stray quotes', async () => {
    const type = await csv.type();
    const found = await csv.load(type, fixture('stray-quotes'));
    expect(await people(type)).to.deep.equal([
      'ann@example.com|Ann "A" N|Bonn',
      'bob@example.com|Bob 5" tall|Bonn',
      'dan@example.com|Dan|Bonn',
    ]);
    expect(await csv.refusals(found._id)).to.deep.equal(['4: The quotes of the row do not pair.']);
    const last = await csv.load(type, fixture('unclosed-quote-in-last-line'));
    expect(last).to.include({ state: 'completed', rows_refused: 1 });
  });

  it('refuses lines that are too long for a record, also over two blocks of the file, and continues after each', async () => {
    const type = await csv.type();
    const found = await csv.load(
      type,
      `email,city\na@example.com,x\n${'x'.repeat(2 * RECORD)}\nb@example.com,y\n${'x'.repeat(BLOCK + 1)}\nd@example.com,z\n`,
    );
    expect(await csv.refusals(found._id)).to.deep.equal([
      '3: The row is too long.',
      '5: The row is too long.',
    ]);
    expect(counts(found)).to.deep.equal([3, 0, 0, 2]);
    const wide = await csv.load(type, `email\nc@example.com${',x'.repeat(RECORD / 2 - 100)}\n`);
    expect(await csv.refusals(wide._id)).to.deep.equal(['2: The row has too many cells.']);
  });

  it('fails when an unclosed quote hides the following rows', async () => {
    const type = await csv.type();
    const rest = 'x@example.com,x\n'.repeat(RECORD / 8);
    const found = await csv.load(type, `email,city\na@example.com,x\nb@example.com,"y\n${rest}`);
    expect(found).to.include({
      state: 'failed',
      failure: `Line 3: a quoted cell does not end within ${RECORD} bytes.`,
      rows_added: 1,
      file_id: null,
    });
    expect(await people(type)).to.deep.equal(['a@example.com||x']);
  });

  it('removes the file at the end, and runs once', async () => {
    const type = await csv.type();
    const found = await csv.load(type, fixture('utf-8'));
    const files = mongoose.connection.db!.collection('uploads.files');
    expect(await files.countDocuments()).to.equal(0);
    expect(await mongoose.connection.db!.collection('uploads.chunks').countDocuments()).to.equal(0);
    expect(await csv.run(found._id)).to.deep.equal(found);
  });

  it('stops when its contact type is deleted, and has the type purged again', async () => {
    const type = await csv.type();
    const importId = await csv.upload(type, fixture('utf-8'));
    await rows(ContactType).updateOne(
      { _id: type },
      { $set: { deleted_at: new Date(), purged_at: new Date() } },
    );
    expect(await csv.run(importId)).to.include({ state: 'failed', failure: 'The contact type was deleted.' });
    expect(csv.rings.at(-1)).to.deep.equal({
      name: 'purge-contact-type',
      payload: { contactTypeId: type, userId: csv.userId },
    });
    expect((await rows(ContactType).findOne({ _id: type }))?.purged_at).to.equal(null);
  });

  it('skips the column of a custom field that is deleted during the import', async () => {
    const field = await csv.field('hobby', 'text');
    const type = await csv.type();
    const importId = await csv.upload(type, 'email,hobby\na@example.com,chess\n');
    await rows(CustomField).deleteOne({ _id: field });
    await csv.run(importId);
    expect((await csv.contacts(type))[0]?.custom_field).to.deep.equal({});
  });
});
