import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Files outside of common/store that ask the driver itself, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'api/http/reserved-keys.ts': 'ends the session of a keyed call, which is a command of the server',
  'common/backup/restore.ts': 'writes all collections',
  'common/backup/write-backup.ts': 'reads all collections',
  'common/migrations/indexes.ts': 'creates and drops indexes',
  'common/start/look.ts': 'asks the server for its clock and members',
};

describe('the driver of MongoDB', () => {
  it('is asked by common/store alone, which adds the account', () => {
    const folders = ['api', 'worker', 'inbound', 'common'].map((folder) => `${folder}/*.ts`);
    const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const asking = files.filter(
      (file) =>
        !file.startsWith('common/store/') &&
        /\.driver\b|connection\.db\b|[a-z]\.collection\(/.test(readFileSync(file, 'utf8')),
    );
    expect(asking).to.have.members(Object.keys(OTHERS));
  });
});
