import type { Attack } from './attack.ts';
import { combiningMarks } from './combining.ts';

/** A record may have 1 MiB. */
const CELL_BYTES = 2 ** 20 - 1000;
const ROWS = 8;

/** Only the country is folded, to look it up; the other cells are just long. */
const COLUMNS = ['country', 'email', 'first_name', 'city'];

export const csvCells: Attack = {
  name: 'csv-cells',
  what: 'CSV files with cells of 1 MiB of combining marks, the country among them',
  run(calls, { contact_type_id, public_key, secret_key }) {
    const cell = combiningMarks(CELL_BYTES);
    return calls.again(
      2,
      (at) => {
        const column = COLUMNS[at % COLUMNS.length]!;
        const header = column === 'email' ? 'email' : `email,${column}`;
        const row = (line: number): string =>
          column === 'email' ? `${cell}@x.example` : `a${at}.${line}@x.example,${cell}`;
        const body = new FormData();
        body.append('contact_type_id', String(contact_type_id));
        const text = [header, ...Array.from({ length: ROWS }, (_, line) => row(line))].join('\n');
        body.append('file', new Blob([text], { type: 'text/csv' }), 'cells.csv');
        return calls.call('/api/contacts/upload-csv', {
          method: 'POST',
          headers: { PublicKey: public_key, SecretKey: secret_key },
          body,
        });
      },
      250,
    );
  },
};
