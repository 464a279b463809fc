import { expect } from 'chai';
import fc from 'fast-check';
import { compileMail } from '../../../../common/compose/compile-mail.ts';
import { flattenHeader } from '../../../../common/compose/header-text.ts';
import { renderMail } from '../../../../common/compose/render-mail.ts';
import { escapeHtml } from '../../../../common/domain/html-escape.ts';
import { fillPlaceholders, parsePlaceholders } from '../../../../common/domain/placeholders.ts';
import { signToken } from '../../../../common/domain/tokens.ts';
import {
  ADDRESS,
  AWKWARD,
  compose,
  decode,
  faults,
  KEY,
  oracle,
  PUBLIC_URL,
  recipient,
  source,
} from '../../../support/composed-mails.ts';

const HTML =
  '<!DOCTYPE html>\n<html lang="de"><head><meta charset="utf-8"><title>t</title></head>\n<body title="((value))">\n<p>((value)) is ü ((value|nobody))</p>((value))\n' +
  '<a href="((unsubscribe_preferences))">off</a> ((sender_address)) ((nothing))</body></html>';
const TEXT =
  '((value))\nHello ((value)), trailing \n((value))\n\n((unsubscribe_preferences))\n((sender_address))';
const SUBJECT = 'For ((value)): ((value|nobody)) of the house';

const filled = (template: string, value: string, escape?: (value: string) => string): string =>
  fillPlaceholders(
    parsePlaceholders(template),
    new Map([
      ['value', value],
      ['sender_address', ADDRESS],
      [
        'unsubscribe_preferences',
        `${PUBLIC_URL}/preferences/${signToken(KEY, 'preferences', { account: 42, id: 4711 })}`,
      ],
    ]),
    escape,
  );

// Decoders treat the ends of parts differently; line breaks are CRLF on the wire and LF here.
const lines = (text: string | undefined): string => (text ?? '').replaceAll(/\r\n?/g, '\n').trimEnd();
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Checks that our mail decodes to the same as nodemailer's, and to the filled contents. */
async function sameAsOracle(value: string): Promise<void> {
  const to = { address: 'anna@mailbox.example', name: value };
  const message = compose({ html: HTML, text: TEXT, subject: SUBJECT }, recipient({ value }, { to }));
  expect(faults(message)).to.deep.equal([]);
  // The line breaks of a value belong to it: its last CR and the template's following LF are two.
  const broken = value.replaceAll(/\r\n?/g, '\n');
  const contents = { html: filled(HTML, broken, escapeHtml), text: filled(TEXT, broken) };
  const ours = await decode(message);
  const theirs = await decode(
    await oracle({
      from: source().from,
      replyTo: source().replyTo,
      to: { ...to, name: flattenHeader(value) },
      subject: flattenHeader(filled(SUBJECT, value)),
      messageId: '<4711.abc@shop.example>',
      date: recipient().date,
      ...contents,
    }),
  );
  expect(lines(ours.html)).to.equal(lines(theirs.html));
  expect(lines(ours.text)).to.equal(lines(theirs.text));
  expect(lines(ours.html)).to.equal(lines(wellFormed(contents.html)));
  expect(lines(ours.text)).to.equal(lines(wellFormed(contents.text)));
  expect(ours.subject).to.equal(wellFormed(flattenHeader(filled(SUBJECT, value))));
  expect(ours.to).to.deep.equal([{ address: to.address, name: wellFormed(flattenHeader(value)) }]);
  const { from, replyTo, messageId, date } = theirs;
  expect(ours).to.deep.include({ from, replyTo, messageId, date });
}

describe('a composed mail', () => {
  for (const [what, value] of Object.entries(AWKWARD)) {
    it(`decodes like nodemailer’s with a value of: ${what}`, () => sameAsOracle(value));
  }

  it('decodes to the subject and name that nodemailer decodes, when nodemailer does not change them', async () => {
    for (const text of ['Zoë Müßig', 'Анна Каренина', '👩‍👩‍👧‍👦 family', 'plain words', `"quoted" 'n' \\`]) {
      const ours = await decode(compose({ subject: text, from: { name: text, address: 'a@b.example' } }));
      const theirs = await decode(
        await oracle({ subject: text, from: { name: text, address: 'a@b.example' }, text: 'x' }),
      );
      expect(ours.subject).to.equal(theirs.subject);
      expect(ours.from).to.deep.equal(theirs.from);
    }
  });

  it('decodes like nodemailer’s with any value', async () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(' ', '\r', '\n', '.', '=', 'F', 'From ', '<', '&', 'ü', '🎉', '((', '))', '\t'),
        maxLength: 200,
      }),
    );
    await fc.assert(fc.asyncProperty(values, sameAsOracle), { numRuns: 300 });
  });

  it('decodes like nodemailer’s with any template', async () => {
    const pieces = fc.constantFrom(
      '((value))',
      ' ',
      '\n',
      '\r\n',
      '.',
      '=',
      'From ',
      'word',
      'ü',
      '🎉',
      'x'.repeat(74),
      '\t',
      ')',
      '(',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: pieces, maxLength: 60 }),
        fc.string({ maxLength: 30 }),
        async (text, value) => {
          const template = `x${text}((sender_address))((unsubscribe_preferences))`.replaceAll(
            /\r(?!\n)/g,
            '\r\n',
          );
          const message = compose({ text: template }, recipient({ value }));
          expect(faults(message)).to.deep.equal([]);
          expect(lines((await decode(message)).text)).to.equal(
            lines(filled(template, value.replaceAll(/\r\n?/g, '\n'))),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('decodes like nodemailer’s with a megabyte of HTML in one line', async () => {
    const html = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>t</title></head><body>${'<b>word ü</b> '.repeat(75_000)}((value))((unsubscribe_preferences))((sender_address))</body></html>`;
    const message = compose(
      { html, text: 'x ((unsubscribe_preferences)) ((sender_address))' },
      recipient({ value: 'v' }),
    );
    expect(faults(message)).to.deep.equal([]);
    expect(lines((await decode(message)).html)).to.equal(filled(html, 'v', escapeHtml));
  });

  it('contains only its own values when several are made from one compiled mail', async () => {
    const mail = compileMail(source({ subject: 'Hi ((value))' }));
    const first = renderMail(mail, recipient({ first_name: 'x'.repeat(5000), value: 'one' }));
    const copy = Buffer.from(first);
    const second = await decode(renderMail(mail, recipient({ first_name: 'Bo', value: 'two' })));
    expect(first.equals(copy)).to.equal(true);
    expect(second.html).to.include('<p>Hello Bo</p>').and.not.include('xxx');
    expect(second.subject).to.equal('Hi two');
  });
});
