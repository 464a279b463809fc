import { expect } from 'chai';
import { fieldsIn, withFallback } from '../../../console/src/data/field-names.ts';

describe('the fallbacks of fields in a line', () => {
  it('finds each field once, with its first fallback', () => {
    expect([...fieldsIn('((a)) ((b|x|y)) ((a|you)) ((b|z)) ((not closed) (( c ))')]).to.deep.equal([
      ['a', 'you'],
      ['b', 'x|y'],
    ]);
    expect(fieldsIn('Plain').size).to.equal(0);
  });

  it('changes the fallback of one field wherever it is, and nothing else', () => {
    const line = 'Hello ((a)), (a) ((b|x)) and ((a|you))!';
    expect(withFallback(line, 'a', 'friend')).to.equal('Hello ((a|friend)), (a) ((b|x)) and ((a|friend))!');
    expect(withFallback(line, 'b', '')).to.equal('Hello ((a)), (a) ((b)) and ((a|you))!');
    expect(withFallback(line, 'c', 'x')).to.equal(line);
  });

  it('leaves out characters that would end the field', () => {
    expect(withFallback('((a))', 'a', '(<you>)|\n$&')).to.equal('((a|you$&))');
  });
});
