import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { keptJson } from '../support/kept-json.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('a value that is kept in a file', () => {
  const folder = temporaryFolder();
  const sourceAt = (name: string): string => join(folder(), name);
  let made = 0;

  const value = (): Promise<{ of: number }> =>
    keptJson(join(folder(), 'kept', 'value'), [sourceAt('source.ts')], async () => {
      made += 1;
      return { of: made };
    });
  beforeEach(() => {
    made = 0;
    writeFileSync(sourceAt('source.ts'), 'one');
  });

  it('stays the same while its sources stay the same', async () => {
    expect([await value(), await value()]).to.deep.equal([{ of: 1 }, { of: 1 }]);
    expect(made).to.equal(1);
  });

  it('changes with its source, and the file of before is removed', async () => {
    await value();
    const [before] = readdirSync(sourceAt('kept'));
    writeFileSync(sourceAt('source.ts'), 'two');
    expect(await value()).to.deep.equal({ of: 2 });
    expect(readdirSync(sourceAt('kept')))
      .to.have.length(1)
      .and.not.to.include(before);
  });

  it('changes when a file comes into a folder of its sources', async () => {
    const sources = sourceAt('sources');
    mkdirSync(sources);
    const count = (): Promise<number> =>
      keptJson(join(folder(), 'kept', 'count'), [sources], async () => readdirSync(sources).length);
    expect(await count()).to.equal(0);
    writeFileSync(join(sources, 'new.ts'), '');
    expect(await count()).to.equal(1);
  });

  it('ignores a file that was not written to its end', async () => {
    await value();
    const [name] = readdirSync(sourceAt('kept')) as [string];
    rmSync(join(sourceAt('kept'), name));
    // A process that was killed leaves such a file.
    writeFileSync(join(sourceAt('kept'), `${name}.1`), '{"of":');
    expect([await value(), await value()]).to.deep.equal([{ of: 2 }, { of: 2 }]);
  });
});
