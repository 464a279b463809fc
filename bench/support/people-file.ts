import { closeSync, openSync, writeSync } from 'node:fs';
import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';

interface WrittenPeople {
  readonly count: number;
  /** In each address. */
  readonly street: string;
  /** Each row says that its person is subscribed. */
  readonly hasStatuses?: boolean;
  /** Each row has a date, of which only the last shows the order of day and month. */
  readonly hasDates?: boolean;
}

/** Twelve columns, some quoted, about 150 bytes a row. */
export function writePeople(
  path: string,
  { count, street, hasStatuses = false, hasDates = false }: WrittenPeople,
): void {
  const descriptor = openSync(path, 'w');
  writeSync(
    descriptor,
    `${CONTACT_FIELD_NAMES.join(',')}${hasStatuses ? ',status' : ''}${hasDates ? ',born' : ''}\n`,
  );
  for (let from = 0; from < count; from += 1000) {
    let text = '';
    for (let row = from; row < Math.min(count, from + 1000); row += 1) {
      // Addresses in no particular order, as in real lists.
      const key = Math.imul(row, 0x9e3779b1) >>> 0;
      text += `Given${row % 997},"Family ""${row % 89}"", Jr.",person.${key.toString(36)}.${row}@example${row % 50}.com,,`;
      text += `Germany,Bavaria,München,${row} ${street},"Floor ${row % 30}, left",,${10000 + (row % 89999)}${hasStatuses ? ',subscribed' : ''}`;
      text += hasDates ? `,${row === count - 1 ? '25/12' : '03/07'}/1991\n` : '\n';
    }
    writeSync(descriptor, text);
  }
  closeSync(descriptor);
}
