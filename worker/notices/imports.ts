import { ContactType } from '../../common/models/contact-types.ts';
import { Import } from '../../common/models/imports.ts';
import { counted, number, type RenderNotice } from './mails/notice.ts';
import { shorten } from './mails/shorten.ts';

export const importEnded: RenderNotice = async ({ user_id, subject: id }) => {
  const found = await Import.of(user_id).findOne({ _id: id });
  if (!found) return null;
  if (found.finished_at === null) return 'wait';
  const type = await ContactType.of(user_id).findOne(
    { _id: found.contact_type_id },
    { projection: { name: 1 } },
  );
  const file = shorten(found.file_name) || 'a CSV file';
  const { rows_added: added, rows_updated: updated, rows_refused: refused } = found;
  const sums = [
    `${number(added)} added`,
    `${number(updated)} updated`,
    ...(refused > 0 ? [`${number(refused)} refused`] : []),
  ].join(', ');
  return {
    subject:
      found.failure === null
        ? `An import is complete: ${sums}`
        : `An import failed after ${counted(found.rows_read, 'row')}: ${sums}`,
    paragraphs: [
      ...(found.failure === null
        ? []
        : [
            `The import stopped. ${found.failure} Rows that were read before are ${found.suppress ? 'suppressed' : 'in your contacts'}.`,
          ]),
      ...(refused > 0 ? [`The report of import ${id} gives the reason for each refused row.`] : []),
    ],
    figures: [
      ['File', file],
      ...(type ? ([['Audience', shorten(type.name)]] as const) : []),
      ['Rows read', number(found.rows_read)],
      ['Added', number(added)],
      ['Updated', number(updated)],
      ['Unchanged', number(found.rows_unchanged)],
      ['Refused', number(refused)],
    ],
  };
};
