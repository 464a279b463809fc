import { expect } from 'chai';
import { bareEnvironment, startNode } from '../../support/programs.ts';

describe('local/demo', () => {
  for (const [given, said] of [
    [['--contact', '5'], "Unknown option '--contact'"],
    [['--contacts', 'five'], '--contacts must be a whole number from 1 to 5000000, not five.'],
    [['--contacts', '0'], '--contacts must be a whole number from 1 to 5000000, not 0.'],
    [['--contacts'], "Option '--contacts <value>' argument missing"],
  ] as const) {
    it(`explains what is wrong with ${given.join(' ')}, and starts nothing`, async () => {
      const { code, out, err } = await startNode(['local/demo.ts', ...given], bareEnvironment()).ended;
      expect(code).to.equal(2);
      expect(out).to.equal('');
      expect(err)
        .to.include(said)
        .and.to.match(/^.* --help describes the arguments\.\n$/);
    });
  }
});
