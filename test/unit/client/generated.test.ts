import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { contract } from '../../../api/contract.ts';
import { ENDPOINTS } from '../../../client/src/generated.ts';
import { generatedFiles } from '../../../local/client/main.ts';

describe('the generator of the clients', () => {
  it('writes the committed clients from the document', () => {
    const stale = [...generatedFiles()].filter(([path, text]) => readFileSync(path, 'utf8') !== text);
    expect(stale.map(([path]) => path)).to.deep.equal([]);
  });

  it('writes a method for every row of the contract, with its name', () => {
    expect(Object.keys(ENDPOINTS).sort()).to.deep.equal(Object.keys(contract).sort());
  });
});
