import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { contract } from '../../api/contract.ts';
import { ENDPOINTS } from '../../client/src/generated.ts';
import { GENERATED, generatedText } from '../../local/client/main.ts';

describe('the generated client', () => {
  it('is up to date with the document: otherwise run `npm run client`', () => {
    expect(readFileSync(GENERATED, 'utf8') === generatedText()).to.equal(true);
  });

  it('has a method for every row of the contract, with its name', () => {
    expect(Object.keys(ENDPOINTS).sort()).to.deep.equal(Object.keys(contract).sort());
  });
});
