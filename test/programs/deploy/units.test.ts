import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const FOLDER = 'deploy/systemd';
const ANALYZE = '/usr/bin/systemd-analyze';
/** Tenths: systemd counts what a service may do, up to 100, and calls less than 20 well. */
const MOST_EXPOSED = 20;

describe('the units of deploy/systemd, for systemd', () => {
  const names = readdirSync(FOLDER).map((name) => join(FOLDER, name));

  before(function needsSystemd() {
    if (!existsSync(ANALYZE)) this.skip();
  });

  const analyze = (...words: string[]) => spawnSync(ANALYZE, words, { encoding: 'utf8' });

  it('have directives that it knows', () => {
    const { stderr } = analyze('verify', '--man=no', ...names);
    // The programs are not at their places here.
    expect(stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line))).to.deep.equal(
      [],
    );
  });

  for (const name of names.filter((one) => one.endsWith('.service')))
    it(`may do little: ${name}`, () => {
      const { status, stdout, stderr } = analyze(
        'security',
        '--offline=true',
        `--threshold=${MOST_EXPOSED}`,
        name,
      );
      expect(status, stdout + stderr).to.equal(0);
    });
});
