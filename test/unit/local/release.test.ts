import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { misfitsOf, release, VERSION_PLACES, versionsIn } from '../../../local/release.ts';
import { yaml } from '../../support/compose.ts';

describe('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-release-'));
  const files = [
    ...new Set(Object.values(VERSION_PLACES).flatMap((places) => places.map(([file]) => file))),
    'CHANGELOG.md',
    'docs/upgrading.md',
  ];

  before(() => {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, places] of Object.entries(VERSION_PLACES))
    it(`finds one version of the ${what} in all its places`, () => {
      expect(new Set(versionsIn('.', places)).size, versionsIn('.', places).join()).to.equal(1);
    });

  it('finds the version of the API in no other place', () => {
    const [version = ''] = versionsIn('.', VERSION_PLACES.api);
    const isWritten = new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d.]*\\d)`);
    const tracked = execFileSync(
      'git',
      ['ls-files', '--', 'api', 'client', 'README.md', 'test/programs/client'],
      {
        encoding: 'utf8',
      },
    );
    const written = tracked
      .split('\n')
      .filter((file) => file !== '' && isWritten.test(readFileSync(file, 'utf8')));
    expect(written).to.have.members([...new Set(VERSION_PLACES.api.map(([file]) => file))]);
  });

  it('is built only after the checks of a change', () => {
    const read = (name: string): string => readFileSync(`.github/workflows/${name}.yml`, 'utf8');
    const [release] = yaml.loadAll(read('release')) as [
      { jobs: Record<string, { uses?: string; needs?: string }> },
    ];
    expect(release.jobs['check']).to.deep.equal({ uses: './.github/workflows/ci.yml' });
    expect(release.jobs['release']!.needs).to.equal('check');
    expect(read('ci'))
      .to.match(/^ {2}workflow_call:$/m)
      .and.include('bash .ci/run');
  });

  it('writes its version into each place, and nothing else there', () => {
    const before = files.map((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
    expect(misfitsOf(folder, '7.8.9')).to.include.members([
      'CHANGELOG.md has no section 7.8.9',
      `package.json has version ${versionsIn('.', VERSION_PLACES.service)[0]}, not 7.8.9`,
    ]);
    release(folder, '7.8.9', '2027-01-31');
    expect(misfitsOf(folder, '7.8.9')).to.deep.equal([]);
    for (const [at, file] of files.entries()) {
      const after = readFileSync(join(folder, file), 'utf8').split('\n');
      const changed = after.filter((line) => !before[at]!.includes(line));
      expect(changed.length, file).to.be.within(1, 2);
      for (const line of changed) expect(line).to.match(/7\.8\.9|when: '31 January 2027'/);
    }
  });

  it('begins its section of the changes under an empty one', () => {
    const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(text).to.match(/\n## Unreleased\n\n## 7\.8\.9 — 2027-01-31\n\n### Security\n/);
    expect(readFileSync(join(folder, 'docs/upgrading.md'), 'utf8')).to.match(
      /\n## Unreleased\n\n## 7\.8\.9\n/,
    );
  });

  it('is not written a second time, nor without a new edition of the API', () => {
    const texts = () => files.map((file) => readFileSync(join(folder, file), 'utf8'));
    const before = texts();
    expect(() => release(folder, '7.8.9', '2027-02-01')).to.throw('has a section 7.8.9 already');
    expect(() => release(folder, '7.9.0', '2027-02-01')).to.throw('needs a new edition');
    expect(texts()).to.deep.equal(before);
  });
});
