import { expect } from 'chai';
import { SEGMENT_FIELD_NAMES } from '../../../common/domain/contact-field-names.ts';
import * as service from '../../../common/domain/segment-rules.ts';
import * as builder from '../../../console/src/data/rules.ts';

describe('the rule builder of the console', () => {
  it('knows the operators, fields and limits of the service', () => {
    const taken = (operators: object) =>
      Object.fromEntries(Object.entries(operators).map(([name, takes]) => [name, [...takes]]));
    for (const type of ['text', 'number', 'date'] as const)
      expect(taken(builder.OPERATORS[type])).to.deep.equal(taken(service.OPERATORS[type]));
    expect(builder.CONDITIONS_MAX).to.equal(service.CONDITIONS_MAX);
    expect(builder.OPERAND_TEXT_MAX).to.equal(service.OPERAND_TEXT_MAX);
    expect(builder.DAYS_MAX).to.equal(service.DAYS_MAX);
    const fields = service.ruleFields(SEGMENT_FIELD_NAMES, []);
    expect(builder.ruleFields([]).map(({ name, type }) => [name, type])).to.have.deep.members(
      [...fields.values()].map(({ name, type }) => [name, type]),
    );
  });
});
