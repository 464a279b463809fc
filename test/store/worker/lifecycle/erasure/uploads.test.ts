import { expect } from 'chai';
import iconv from 'iconv-lite';
import { Contact } from '../../../../../common/models/contacts.ts';
import { ImportRefusal } from '../../../../../common/models/import-refusals.ts';
import { Import } from '../../../../../common/models/imports.ts';
import { readUpload } from '../../../../../common/store/uploads.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';

const ADDRESS = 'ada@example.com';
const others = (from: number): string =>
  Array.from({ length: 300 }, (_, at) => `p${from + at}@example.com,Zoë ${from + at},Łódź\n`).join('');
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const BAD = [0xe9, 0xff, 0xc3];

/** Files with many rows, among them rows of the person, some with bytes that the encoding does not have. */
const files: Record<string, { file: Buffer; added: number; refused: number }> = {
  'UTF-8': {
    file: bytes(
      'email,first_name,city\n',
      ['x'.charCodeAt(0)],
      BAD,
      '@example.com,Eve,Bonn\n',
      others(0),
      `${ADDRESS},Augusta,London\n`,
      'q1@example.com,Andr',
      BAD,
      ',Bonn\n',
      others(300),
      `ADA@example.com,August`,
      BAD,
      ',London\n',
      others(600),
      // Its quotes do not pair, so that it has no cells.
      `${ADDRESS},"August" a,London\n`,
      others(900),
    ),
    added: 1200,
    refused: 5,
  },
  'UTF-16': {
    file: Buffer.concat([
      iconv.encode(`email,first_name,city\nx@example.com,`, 'utf-16be', { addBOM: true }),
      Buffer.from([0xd8, 0x3d, 0xdc, 0x00, 0xdc, 0x00]),
      iconv.encode(`,Bonn\n${others(0)}${ADDRESS},Augusta,London\n${ADDRESS},August`, 'utf-16be', {
        addBOM: false,
      }),
      Buffer.from([0xd8, 0x3d]),
      iconv.encode(`,London\n${others(300)}`, 'utf-16be', { addBOM: false }),
    ]),
    added: 600,
    refused: 3,
  },
};

describe('erasing a person while a file waits that is partly invalid', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('erasure-uploads', { RATE_CALLS: '0' });
    ground = await engine.ground();
  });
  after(() => engine.stop());

  async function upload(file: Buffer): Promise<number> {
    const form = new FormData();
    form.set('contact_type_id', String(ground.contact_type_id));
    form.set('file', new Blob([new Uint8Array(file)]), 'list.csv');
    return (await ground.client.post('/contacts/upload-csv', form)).body.id;
  }
  async function stored(importId: number): Promise<Buffer> {
    const { user_id, file_id } = (await rows(Import).findOne({ _id: importId }))!;
    const chunks: Buffer[] = [];
    for await (const chunk of readUpload(user_id, file_id!, 0)) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }
  /** The file with what stands for the address instead of it, and no other byte changed. */
  function erased(file: Buffer): Buffer {
    const wide = (text: string): string => [...text].map((character) => `\0${character}`).join('');
    const mark = 'erased#########';
    return Buffer.from(
      file
        .toString('latin1')
        .replaceAll(new RegExp(ADDRESS, 'gi'), mark)
        .replaceAll(wide(ADDRESS), wide(mark)),
      'latin1',
    );
  }
  const nobody = (text: string): void => {
    for (const word of [ADDRESS, 'August', 'London']) expect(text).to.not.include(word);
  };

  for (const [name, { file, added, refused }] of Object.entries(files)) {
    it(`leaves the person nowhere, and other rows whole: ${name}`, async () => {
      await rows(Contact).deleteMany({ contact_type_id: ground.contact_type_id });
      const importId = await upload(file);
      await ground.client.post('/contacts/erase', { email: ADDRESS });
      await engine.run('erase-addresses', { userId: ground.client.user_id });
      expect((await stored(importId)).equals(erased(file))).to.equal(true);
      await engine.settle();
      const found = (await rows(Import).findOne({ _id: importId }))!;
      expect(found).to.include({ state: 'completed', rows_added: added, rows_refused: refused });
      const contacts = await rows(Contact).find({ contact_type_id: ground.contact_type_id }).toArray();
      nobody(JSON.stringify(contacts));
      expect(
        contacts.filter(({ first_name, city }) => /^Zoë \d+$/.test(first_name) && city === 'Łódź'),
      ).to.have.length(added);
      const refusals = await ImportRefusal.find({ '_id.import_id': importId }).toArray();
      nobody(JSON.stringify(refusals));
    });
  }
});
