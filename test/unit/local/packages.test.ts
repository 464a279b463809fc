import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packagesAreCurrent } from '../../../local/packages.mjs';
import { temporaryFolder } from '../../support/temporary.ts';

describe('local/packages', () => {
  const folder = temporaryFolder();

  function write(file: string, packages: Record<string, object>): void {
    mkdirSync(join(folder(), 'node_modules'), { recursive: true });
    writeFileSync(join(folder(), file), JSON.stringify({ packages }));
  }
  const lock = (version: string): void =>
    write('package-lock.json', {
      '': {},
      'node_modules/a': { version },
      'node_modules/b': { version: '1.0.0', optional: true },
    });
  const installed = (version: string): void =>
    write('node_modules/.package-lock.json', { 'node_modules/a': { version } });

  it('notices missing packages', () => {
    lock('1.0.0');
    expect(packagesAreCurrent(folder())).to.equal(false);
  });

  it('accepts what a person has installed with npm, and adds its stamp', () => {
    lock('1.0.0');
    installed('1.0.0');
    expect(packagesAreCurrent(folder())).to.equal(true);
    expect(existsSync(join(folder(), 'node_modules/.lock-hash'))).to.equal(true);
  });

  it('notices versions that differ from the lock file', () => {
    lock('1.0.1');
    installed('1.0.0');
    expect(packagesAreCurrent(folder())).to.equal(false);
  });

  it('notices a changed lock file', () => {
    lock('1.0.0');
    installed('1.0.0');
    packagesAreCurrent(folder());
    lock('1.0.1');
    expect(packagesAreCurrent(folder())).to.equal(false);
  });
});
