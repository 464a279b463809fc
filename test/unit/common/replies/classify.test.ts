import { expect } from 'chai';
import fc from 'fast-check';
import { REPLY_CLASSES } from '../../../../common/domain/reply-classes.ts';
import { type ClassifiedReply, classify } from '../../../../common/replies/classify.ts';
import { RULES } from '../../../../common/replies/rules/all.ts';
import { accuracyByProvider, knownReplies } from '../../../support/replies.ts';

const SUPPRESSING = new Set(['gone', 'inactive']);
const reply = (one: Partial<ClassifiedReply> & { text: string }): ClassifiedReply => ({
  stage: 'RCPT',
  code: 550,
  enhanced: null,
  ...one,
});

describe('the classification of replies', () => {
  const known = knownReplies();

  it('gives the right class to 95 % of the known replies of at least 25 providers and servers', () => {
    const wrong = known.filter(({ reply, expected }) => classify(reply).class !== expected);
    for (const { provider, reply, expected } of wrong)
      console.log(
        `      ${provider}: ${expected}, not ${classify(reply).class} (${classify(reply).rule}): ${reply.text}`,
      );
    console.log(accuracyByProvider().replaceAll(/^/gm, '      '));
    expect(known.length).to.be.at.least(300);
    expect(new Set(known.map(({ provider }) => provider)).size).to.be.at.least(25);
    expect(wrong.length / known.length).to.be.at.most(0.05);
  });

  it('gives no class that suppresses the address by mistake', () => {
    const wrong = known.filter(
      ({ reply, expected }) => SUPPRESSING.has(classify(reply).class) && !SUPPRESSING.has(expected),
    );
    expect(wrong.map(({ reply }) => reply.text)).to.deep.equal([]);
  });

  it('does not suppress at MAIL, nor for a temporary reply, whatever the known replies say', () => {
    for (const { reply } of known) {
      expect(SUPPRESSING.has(classify({ ...reply, stage: 'MAIL' }).class), reply.text).to.equal(false);
      const temporary = { ...reply, code: 450, enhanced: reply.enhanced?.replace(/^5/, '4') ?? null };
      expect(SUPPRESSING.has(classify(temporary).class), reply.text).to.equal(false);
    }
  });

  it('reads codes at the end and inside of the text', () => {
    expect(classify(reply({ text: '550 sorry (#5.1.1)' })).class).to.equal('gone');
    expect(classify(reply({ text: '550 #5.1.0 Address rejected.' })).class).to.equal('gone');
    expect(classify(reply({ code: null, text: 'said: 552 5.2.2 no' })).class).to.equal('full');
    expect(classify(reply({ text: '550 version 5.1.1.2 of 10.5.1.1' })).class).to.equal('unknown');
  });

  it('takes no words from addresses', () => {
    expect(classify(reply({ text: '550 <no.such.user@example.com> refused' })).class).to.equal('unknown');
    expect(classify(reply({ text: '550 spam@example.com: user unknown' })).class).to.equal('gone');
  });

  it('uses the server or the domain when words are not enough', () => {
    const text = '550 5.4.1 Recipient address rejected: Access denied.';
    const one = reply({ enhanced: '5.4.1', text });
    expect(classify(one).class).to.equal('policy');
    expect(classify({ ...one, server: 'example-com.mail.protection.outlook.com' }).class).to.equal('gone');
    expect(classify({ ...one, domain: 'HOTMAIL.com' }).class).to.equal('gone');
  });

  it('gives each rule its own name', () => {
    const names = RULES.map(({ rule }) => rule);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
    for (const { rule, class: name, kind, stages = [] } of RULES) {
      if (!SUPPRESSING.has(name)) continue;
      expect(kind, rule).to.equal(5);
      expect(stages.length > 0 && !stages.includes('MAIL'), rule).to.equal(true);
    }
  });

  it('gives any reply a class of the table', () => {
    fc.assert(
      fc.property(
        fc.record({
          stage: fc.constantFrom('MAIL', 'RCPT', 'DATA', 'dot', 'report'),
          code: fc.option(fc.integer({ min: 400, max: 599 })),
          enhanced: fc.option(fc.constantFrom('5.1.1', '4.2.2', '5.7.26', '9.9.9', '')),
          text: fc.oneof(
            fc.string({ unit: 'binary', maxLength: 2000 }),
            fc
              .array(fc.constantFrom('user', 'unknown', ' ', '@', '5.1.1', '*', "'", 'spam', '550-', 'й'), {
                maxLength: 400,
              })
              .map((parts) => parts.join('')),
          ),
        }),
        (one) => {
          expect(REPLY_CLASSES).to.include(classify(one).class);
        },
      ),
      { numRuns: 500 },
    );
  });
});
