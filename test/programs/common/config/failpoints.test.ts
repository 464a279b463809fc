import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { failpoint, readFailpoints } from '../../../../common/config/failpoints.ts';

const MODULE = fileURLToPath(new URL('../../../../common/config/failpoints.ts', import.meta.url));

/** A process that passes two failpoints five times each and prints each pass. */
function passing(failpoints: string) {
  const program = `import { failpoint } from ${JSON.stringify(MODULE)};
    for (let pass = 1; pass <= 5; pass += 1) {
      failpoint('after-claim');
      failpoint('after-dot', 'mail ' + pass);
      console.log(pass);
    }`;
  const node = ['--import', './local/typescript.mjs', '--input-type=module', '-e', program];
  const env = { ...process.env, FAILPOINTS: failpoints };
  return spawnSync(process.execPath, node, { env, encoding: 'utf8' });
}

describe('a failpoint', () => {
  it('kills the process at the configured pass, after it has said what it was doing', () => {
    const { signal, stdout, stderr } = passing('mid-freeze@1, after-dot@3');
    expect(signal).to.equal('SIGKILL');
    expect(stdout).to.equal('1\n2\n');
    expect(stderr).to.equal('failpoint after-dot mail 3\n');
    expect(passing('after-claim:1').stderr).to.equal('failpoint after-claim \n');
  });

  it('changes nothing unless the environment names it', () => {
    expect(passing('').stdout).to.equal('1\n2\n3\n4\n5\n');
    expect(String(failpoint).replaceAll(' ', '')).to.equal('()=>{}');
  });

  it('needs a known name and a valid pass', () => {
    expect([...readFailpoints('after-dot@17,mid-import:0.01')]).to.deep.equal([
      ['after-dot', { pass: 17 }],
      ['mid-import', { chance: 0.01 }],
    ]);
    for (const wrong of ['after-lunch@1', 'after-dot', 'after-dot@0', 'after-dot@1.5', 'after-dot:2', 'x']) {
      expect(() => readFailpoints(wrong), wrong).to.throw(TypeError);
    }
  });
});
