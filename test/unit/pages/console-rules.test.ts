import { expect } from 'chai';
import { ruleFields } from '../../../common/domain/segment-rules.ts';
import * as builder from '../../../console/src/data/rules.ts';
import { SEGMENT_FIELD_NAMES } from '../../../shared/contact-field-names.ts';

describe('the rule builder of the console', () => {
  it('offers the fields of the service', () => {
    const fields = ruleFields(SEGMENT_FIELD_NAMES, []);
    expect(builder.ruleFields([]).map(({ name, type }) => [name, type])).to.have.deep.members(
      [...fields.values()].map(({ name, type }) => [name, type]),
    );
  });
});
