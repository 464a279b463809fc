import { expect } from 'chai';
import { mjmlOf, templateJsonProblem } from '../../../../common/domain/template-json.ts';

describe('a template_json', () => {
  it('keeps its MJML under mjml, and ignores other keys', () => {
    expect(mjmlOf('{"mjml":"<mjml></mjml>","project":{"x":1}}')).to.equal('<mjml></mjml>');
  });
  for (const text of [
    '',
    'x',
    'null',
    '1',
    '"mjml"',
    '[]',
    '["mjml"]',
    '{}',
    '{"mjml":1}',
    '{"mjml":{}}',
    '{"mjml":" "}',
    '{"__proto__":{"mjml":"x"}}',
  ]) {
    it(`refuses ${text}`, () => expect(mjmlOf(text)).to.equal(null));
  }

  it('refuses more than 64 levels', () => {
    const nested = (levels: number): string =>
      `{"mjml":"<mjml></mjml>","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(templateJsonProblem(nested(64))).to.equal(null);
    expect(templateJsonProblem(nested(65))).to.equal('A template has at most 64 levels.');
  });
});
