import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createUploadFolder } from '../../../../api/http/upload-folder.ts';

describe('the folder for uploads', () => {
  const parent = mkdtempSync(join(tmpdir(), 'mailing-test-uploads-'));
  after(() => rmSync(parent, { recursive: true, force: true }));

  const make = (name: string): string => {
    const folder = join(parent, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'people.csv'), 'email');
    return folder;
  };

  it('gets an unpredictable name, and only its user has access', async () => {
    const [one, other] = [await createUploadFolder(parent), await createUploadFolder(parent)];
    expect(one).to.not.equal(other);
    expect(one.startsWith(join(parent, `mailing-uploads-${process.pid}-`))).to.equal(true);
    for (const folder of [one, other]) expect(statSync(folder).mode & 0o777).to.equal(0o700);
  });

  it('disappears at the start if its process is dead, and only then', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const pid = child.pid!;
    await once(child, 'exit');
    const dead = make(`mailing-uploads-${pid}-a1b2c3`);
    const before = make(`mailing-uploads-${process.pid}-zzzzzz`);
    const living = make(`mailing-uploads-${process.ppid}-a1b2c3`);
    const other = make(`something-else-${pid}-a1b2c3`);
    symlinkSync(other, join(parent, `mailing-uploads-${pid}-link`));
    const own = await createUploadFolder(parent);
    const again = await createUploadFolder(parent);
    expect([dead, before].map((folder) => existsSync(folder))).to.deep.equal([false, false]);
    for (const folder of [living, other, own, again]) expect(existsSync(folder), folder).to.equal(true);
    expect(existsSync(join(other, 'people.csv'))).to.equal(true);
  });
});
