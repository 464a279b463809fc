import { expect } from 'chai';
import { AUDIT_KINDS, actsOf } from '../../../../../api/services/domain/audit-kinds.ts';
import { audit as texts } from '../../../../../console/src/texts/en/audit.ts';

describe('the kinds of audited acts', () => {
  it('have each act that the console names, once', () => {
    const acts = AUDIT_KINDS.flatMap(actsOf);
    expect(acts.toSorted()).to.deep.equal([...new Set(acts)].toSorted());
    expect(Object.keys(texts.acts).filter((act) => !acts.includes(act))).to.deep.equal([]);
    expect(acts.filter((act) => !Object.keys(texts.acts).includes(act))).to.deep.equal([]);
  });
});
