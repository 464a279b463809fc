import { expect } from 'chai';
import { readHeader } from '../../../../../api/services/domain/csv-header.ts';
import { hasEmailColumn, mapColumns } from '../../../../../shared/csv-columns.ts';

const LIMITS = { record: 2 ** 20, columns: 200 };
const read = (text: string, whole = true) =>
  readHeader(text, whole, LIMITS, (piece) => Buffer.byteLength(piece));

describe('a CSV header', () => {
  it('shows delimiter, newline and the start of the rows', () => {
    expect(read('email,name\na,b')).to.deep.equal({
      delimiter: ',',
      newline: '\n',
      names: ['email', 'name'],
      firstRow: { bytes: 11, line: 2 },
    });
    expect(read('email;"a, b";c\r\n')).to.deep.include({ delimiter: ';', names: ['email', 'a, b', 'c'] });
    expect(read('a\temail\n')).to.deep.include({ delimiter: '\t', names: ['a', 'email'] });
    expect(read('email\rx@y.z\r')).to.deep.include({ newline: '\r', firstRow: { bytes: 6, line: 2 } });
    expect(read('email\r\r\nx@y.z\r\r\n')).to.deep.include({
      newline: '\n',
      firstRow: { bytes: 8, line: 2 },
    });
    expect(read('\n\n"E-mail\nus",EMAIL\n')).to.deep.include({ firstRow: { bytes: 20, line: 5 } });
    expect(read('email')).to.deep.include({ names: ['email'] });
  });

  it('needs an email column', () => {
    for (const text of ['', 'name,mails\n', '\n\n', 'name\nemail\n']) {
      expect(read(text)).to.include({ problem: 'no_email' });
    }
  });

  it('is found below titles and a line that names the delimiter', () => {
    expect(read('sep=;\r\nemail;name\r\n')).to.deep.include({
      delimiter: ';',
      names: ['email', 'name'],
      firstRow: { bytes: 19, line: 3 },
    });
    expect(read('sep=|\nE-Mail\nx@y.z')).to.deep.include({ delimiter: '|', names: ['E-Mail'] });
    expect(read('Our list, 2026\n\n"Name","Email Address"\n')).to.deep.include({
      names: ['Name', 'Email Address'],
      firstRow: { bytes: 39, line: 4 },
    });
    expect(read('a|Mail|b\n')).to.deep.include({ delimiter: '|', names: ['a', 'Mail', 'b'] });
  });

  it('is refused for the reason of its likeliest delimiter', () => {
    expect(read('"Given Name","Post Code"\n')).to.include({ problem: 'no_email' });
  });

  it('refuses too many columns, too many bytes, and quotes that do not pair', () => {
    const names = Array.from({ length: 40_000 }, (_, at) => `a_${at % 10}`).join(',');
    expect(read(`email,${names}\nx`)).to.include({ problem: 'too_many_columns' });
    expect(read(`email,${'x'.repeat(2 ** 20)}`, false)).to.include({ problem: 'too_long' });
    expect(read(`email,"${'x\n'.repeat(2 ** 20)}`, false)).to.include({ problem: 'unclosed' });
    expect(read('"email,name\nx')).to.include({ problem: 'quotes' });
  });
});

describe('the mapping of CSV columns', () => {
  it('recognises columns by name, ignoring case, spaces and underscores', () => {
    expect(
      mapColumns(
        ['E-Mail', ' EMAIL ', 'First  Name', 'lastname', 'Zip', 'FAVOURITE colour'],
        ['email', 'first_name', 'last_name', 'Favourite_Colour'],
      ),
    ).to.deep.equal({
      columns: [null, 'email', 'first_name', 'last_name', null, 'Favourite_Colour'],
      skipped: ['E-Mail', 'Zip'],
    });
  });

  it('recognises names of other programs and languages where no field has the name', () => {
    const fields = [
      'email',
      'first_name',
      'last_name',
      'city',
      'postal_code',
      'address_line1',
      'country',
      'zip',
    ];
    const columns = (...header: string[]) => mapColumns(header, fields).columns;
    expect(columns('E-Mail-Adresse', 'Vorname', 'Nachname', 'PLZ', 'Ort', 'Straße')).to.deep.equal([
      'email',
      'first_name',
      'last_name',
      'postal_code',
      'city',
      'address_line1',
    ]);
    expect(columns('Mail', 'FNAME', 'LNAME', 'Zip', 'CC', 'city', 'Ort')).to.deep.equal([
      'email',
      'first_name',
      'last_name',
      'zip',
      'country',
      'city',
      null,
    ]);
    expect(
      columns('Adresse e-mail', 'Prénom', 'Nom', 'Code postal', 'Ville', 'Rue', 'Pays', 'Société'),
    ).to.deep.equal([
      'email',
      'first_name',
      'last_name',
      'postal_code',
      'city',
      'address_line1',
      'country',
      null,
    ]);
    expect(columns('Courriel', 'Nom complet', 'CP')).to.deep.equal(['email', 'fullname', 'postal_code']);
    expect(columns('Adresse électronique', 'NOM', 'PRENOM', 'Commune')).to.deep.equal([
      'email',
      'last_name',
      'first_name',
      'city',
    ]);
    for (const name of ['Adresse mail', 'Adresse de messagerie', 'Courrier électronique', 'Mél.', 'E-mail'])
      expect(hasEmailColumn([name]), name).to.equal(true);
    expect(columns('email', 'Name')).to.deep.equal(['email', 'fullname']);
    expect(columns('email', 'Name', 'Vorname')).to.deep.equal(['email', 'last_name', 'first_name']);
    expect(columns('email', 'first_name', 'last_name', 'name')).to.deep.equal([
      'email',
      'first_name',
      'last_name',
      null,
    ]);
    expect(columns('email', 'attributes', 'data')).to.deep.equal(['email', '{}', null]);
  });

  it('takes the first of two columns with the same name', () => {
    expect(mapColumns(['email', 'Email', ''], ['email'])).to.deep.equal({
      columns: ['email', null, null],
      skipped: ['Email'],
    });
  });

  it('prefers the exact name', () => {
    expect(mapColumns(['ab', 'a b', 'A_B'], ['a_b', 'ab']).columns).to.deep.equal(['ab', 'a_b', null]);
  });

  it('skips names of JavaScript’s own properties', () => {
    expect(mapColumns(['__proto__', 'constructor', 'email'], ['email'])).to.deep.equal({
      columns: [null, null, 'email'],
      skipped: ['__proto__', 'constructor'],
    });
    expect(hasEmailColumn(['__proto__', 'E mail'])).to.equal(true);
  });
});
