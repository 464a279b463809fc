import { expect } from 'chai';
import { contextFilter } from '../../support/build-context.ts';

describe('the build context', () => {
  const has = contextFilter('# a comment\n*\n!api\n!local/*.mjs\n!data/**/*.csv\napi/dist\n');

  for (const file of ['api/main.ts', 'api/pages/home.ts', 'local/build.mjs', 'data/a.csv', 'data/b/c/d.csv'])
    it(`contains ${file}, which a later line lets through`, () => expect(has(file)).to.equal(true));

  for (const file of [
    'package.json',
    'local/run.ts',
    'local/client/main.mjs',
    'api/dist/main.js',
    'apis/x.ts',
  ])
    it(`leaves out ${file}`, () => expect(has(file)).to.equal(false));
});
