import { expect } from 'chai';
import { wrongPlaceholders } from '../../../../../api/services/domain/placeholder-warnings.ts';
import { dynamicContent } from '../../../../../common/data/reserved-fields.ts';
import { builtInTemplates } from '../../../../../common/data/templates.ts';

const KNOWN = new Set([...dynamicContent(['company_name']), 'fullname']);

const warningsOf = (text: string): string[] =>
  wrongPlaceholders([{ where: 'subject', text }], KNOWN).map((one) => one.text);

describe('the check of placeholders', () => {
  for (const [text, warning] of [
    ['Hi ((firstname))', '((firstname)) in the subject shows nothing. Did you mean ((first_name))?'],
    ['Hi ((frist_name))', '((frist_name)) in the subject shows nothing. Did you mean ((first_name))?'],
    [
      '((Company_Name|you))',
      '((Company_Name|…)) in the subject shows nothing. Did you mean ((company_name))?',
    ],
    [
      '((shoe_size))',
      '((shoe_size)) in the subject shows nothing. GET get-dynamic/content lists the known names.',
    ],
    ['Hi {{first_name}}', '{{first_name}} in the subject shows as it is written. Write ((first_name)).'],
    [
      'Hi {{ subscriber.FirstName | default }}',
      '{{ subscriber.FirstName | default }} in the subject shows as it is written. Write ((first_name)).',
    ],
    ['{{#if vip}}', '{{#if vip}} in the subject shows as it is written. Placeholders are written ((name)).'],
    ['Hi *|FNAME|*', '*|FNAME|* in the subject shows as it is written. Write ((first_name)).'],
    ['Hi %recipient.email%', '%recipient.email% in the subject shows as it is written. Write ((email)).'],
    ['Hi [firstname]', '[firstname] in the subject shows as it is written. Write ((first_name)).'],
    ['Hi <%= email %>', '<%= email %> in the subject shows as it is written. Write ((email)).'],
    ['Hi ((first_name', '((first_name in the subject shows as it is written. Write ((first_name)).'],
    ['Hi ((first_name)!', '((first_name) in the subject shows as it is written. Write ((first_name)).'],
    ['Hi (( first name ))', '(( first name )) in the subject shows as it is written. Write ((first_name)).'],
  ] as const) {
    it(`warns about ${text}`, () => expect(warningsOf(text)).to.deep.equal([warning]));
  }

  for (const text of [
    'Hi ((first_name|there)) of ((company_name)), ((fullname))',
    'Save 50% - 60% [today] (see (our) terms) * and | more',
    'width:calc((100% - 2px)/2)',
    '',
  ]) {
    it(`accepts ${text || 'an empty text'}`, () => expect(warningsOf(text)).to.deep.equal([]));
  }

  it('accepts every built-in template', () => {
    for (const { template_name, html_code, json_code } of builtInTemplates())
      for (const text of [html_code, json_code])
        expect(
          wrongPlaceholders([{ where: 'template', text }], KNOWN).map((one) => one.text),
          template_name,
        ).to.deep.equal([]);
  });

  it('reports each mistake once, at most twenty, with sixty characters of it', () => {
    expect(warningsOf('((a)) ((a)) ((a))')).to.have.length(1);
    const many = Array.from({ length: 50 }, (_, at) => `((wrong${at}))`).join('');
    expect(warningsOf(many)).to.have.length(20);
    const [long = ''] = warningsOf(`((${'x'.repeat(500)}))`);
    expect(long).to.match(/^\(\(x{58}… in the subject shows nothing\./);
  });
});
