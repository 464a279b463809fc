import { expect } from 'chai';
import { templateJsonProblem } from '../../../../common/domain/template-json.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the check of a template_json', () => {
  it('refuses a million levels in 50 ms of CPU', async () => {
    const text = `{"mjml":"<mjml></mjml>","x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    const refuse = () => expect(templateJsonProblem(text)).to.equal('A template has at most 64 levels.');
    // Parsing it took 1 s.
    expect(await ownTime(refuse)).to.be.below(50);
  });
});
