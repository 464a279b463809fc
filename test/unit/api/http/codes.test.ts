import { expect } from 'chai';
import { codeOfStatus, codesOf, FAILURE_CODES, INPUT_CODES } from '../../../../api/http/codes.ts';
import { failed } from '../../../../api/http/envelope.ts';
import { conflict, invalidField, quotaReached } from '../../../../api/http/failures.ts';
import { texts } from '../../../../common/domain/validation-texts.ts';

const codeOf = (text: string): string => codesOf({ name: [text] })['name']![0]!;

describe('the codes of failures', () => {
  it('are words in snake_case, once each', () => {
    for (const code of [...FAILURE_CODES, ...INPUT_CODES]) expect(code).to.match(/^[a-z]+(?:_[a-z]+)*$/);
    expect(new Set(FAILURE_CODES).size).to.equal(FAILURE_CODES.length);
  });

  it('name each text of an input', () => {
    expect(codeOf(texts.required('first_name'))).to.equal('required');
    expect(codeOf(texts.taken('email'))).to.equal('taken');
    expect(codeOf(texts.selected('type'))).to.equal('selected');
    expect(codeOf(texts.format('url'))).to.equal('format');
    expect(codeOf(texts.max('name', 255))).to.equal('max');
    expect(codeOf(texts.between('limit', 1, 10))).to.equal('between');
    expect(codeOf(texts.email('email_address', 'ada'))).to.equal('email');
    expect(codeOf(texts.email('email'))).to.equal('email');
    expect(codeOf(texts.ownerRequired())).to.equal('owner_required');
    expect(codeOf(texts.design('template_json', `Line 1\n${'x'.repeat(5000)}`))).to.equal('design');
    expect(codeOf('Something else')).to.equal('other');
  });

  it('follow the texts of an answer', () => {
    expect(failed(invalidField('name', texts.required('name')))).to.deep.equal({
      status: 'failed',
      errors: { name: ['The name field is required.'] },
      code: 'invalid_inputs',
      codes: { name: ['required'] },
    });
    expect(failed(conflict('Sender is not verified', 'unverified'))).to.deep.equal({
      status: 'failed',
      errors: 'Sender is not verified',
      code: 'sender_unverified',
    });
    expect(quotaReached('contacts').code).to.equal('quota');
    expect([404, 418, 502].map(codeOfStatus)).to.deep.equal(['not_found', 'malformed', 'server_error']);
  });
});
