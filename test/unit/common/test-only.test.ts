import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { programSources } from '../../support/sources.ts';

/** Functions that make secrets and waits cheap for tests, by the file that has them. */
const FOR_TESTS = {
  useRenderChild: 'common/rendering/renderer.ts',
  useToldMs: 'common/queries/told-events.ts',
  usePasswordCost: 'common/accounts/passwords.ts',
  useRsaKeys: 'common/secrets/dkim-keys.ts',
};

describe('a function that makes secrets or waits cheap for tests', () => {
  for (const [name, file] of Object.entries(FOR_TESTS)) {
    it(`stays out of every program: ${name}`, () => {
      const naming = programSources().filter((source) => readFileSync(source, 'utf8').includes(name));
      expect(naming).to.deep.equal([file]);
    });
  }
});
