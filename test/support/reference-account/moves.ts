import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { MoveRows } from '../../../common/models/move-rows.ts';
import { Move } from '../../../common/models/moves.ts';
import { storeChunks } from '../../../common/store/uploads.ts';
import { rows } from '../rows.ts';
import { OWNER } from './records.ts';

const CONTENT = Buffer.from('email,Shoe size\nada@example.com,38\n');

const READ = {
  state: 'completed',
  file_name: 'contacts.csv',
  file_bytes: CONTENT.length,
  checkpoint: { offset: 16, line: 2 },
  rows_read: 1,
  rows_added: 1,
  rows_updated: 0,
  rows_unchanged: 0,
  rows_refused: 0,
  header: ['email', 'Shoe size'],
  columns: ['email', null],
  move_id: 5,
} satisfies Partial<ImportDocument>;

/** The move of the examples: planned, or applied. */
export async function someMove(isApplied: boolean): Promise<void> {
  const at = new Date();
  const like = (await rows(Import).findOne({ _id: 8 }))!;
  const { remembered: _, ...trial } = like;
  async function* content() {
    yield CONTENT;
  }
  const file_id = isApplied ? null : await storeChunks(OWNER, content(), 'contacts.csv');
  await rows(Import).insertOne({
    ...trial,
    ...READ,
    _id: 20,
    file_id,
    contact_type_id: -OWNER,
    dry_run: true,
    finished_at: at,
    trial: { examples: [], refusals: [], dropped: [], statuses: [], whole: true },
    new_fields: [{ heading: 'Shoe size', name: 'Shoe_size', type: 'number' }],
  });
  if (isApplied) {
    const checkpoint = { offset: CONTENT.length, line: 3 };
    await rows(Import).insertOne({ ...like, ...READ, _id: 21, file_id: null, checkpoint, finished_at: at });
    await rows(MoveRows).insertOne({
      _id: { import_id: 21, status: 'mailable', line: 3 },
      user_id: OWNER,
      rows: [{ line: 2, email: 'ada@example.com' }],
    });
  }
  await rows(Move).insertOne({
    _id: 5,
    user_id: OWNER,
    tool: 'mailchimp',
    files: [{ name: null, tool: null, kind: 'contacts', trial_id: 20, import_id: isApplied ? 21 : null }],
    not_moved: { files: [{ name: 'campaigns.json', why: 'no_table' }], count: 1 },
    duplicates: 0,
    applied_at: isApplied ? at : null,
    undo_at: null,
    created_at: at,
    updated_at: at,
  });
}
