import { Import } from '../../common/models/imports.ts';
import { dueImports, openImport } from '../../common/queries/imports.ts';
import { sign } from '../runtime/chore.ts';
import { defineJob } from '../runtime/job.ts';
import { readImport } from './import-contacts.ts';

export default defineJob('try-import', {
  ...readImport,
  due: { signs: [sign(Import, { ...openImport, dry_run: true })], find: (at) => dueImports(at, true) },
});
