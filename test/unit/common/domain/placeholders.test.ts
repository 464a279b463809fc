import { expect } from 'chai';
import fc from 'fast-check';
import {
  fillPlaceholders,
  parsePlaceholders,
  readablePlaceholders,
} from '../../../../common/domain/placeholders.ts';

const value = (name: string, fallback = '') => ({ name, fallback });

const fill = (template: string, values: Record<string, string>): string =>
  fillPlaceholders(parsePlaceholders(template), new Map(Object.entries(values)));

describe('the reader of placeholders', () => {
  const cases: Record<string, ReturnType<typeof parsePlaceholders>> = {
    '': [],
    plain: ['plain'],
    '((a))': [value('a')],
    'x((a))y((b_2))z': ['x', value('a'), 'y', value('b_2'), 'z'],
    '((a))((b))': [value('a'), value('b')],
    '((a|you))': [value('a', 'you')],
    '((a|))': [value('a')],
    '((a|dear friend, ü!))': [value('a', 'dear friend, ü!')],
    '((a|you (all)))': [value('a', 'you (all)')],
    '((a|(x) and (y)))': [value('a', '(x) and (y)')],
    '((a|x|y))': [value('a', 'x|y')],
    '((a|x) y))': [value('a', 'x) y')],
    '(((a)))': ['(', value('a'), ')'],
    '((((a': ['((((a'],
    '(( a ))': ['(( a ))'],
    '((a b))': ['((a b))'],
    '(())': ['(())'],
    '((|x))': ['((|x))'],
    '((a)': ['((a)'],
    '((a|x': ['((a|x'],
    '((a|((b))': ['((a|', value('b')],
    '((a|<b>x</b>))': ['((a|<b>x</b>))'],
    '((a|x\n))': ['((a|x\n))'],
    '((constructor))((__proto__))': [value('constructor'), value('__proto__')],
  };
  for (const [template, segments] of Object.entries(cases)) {
    it(`reads ${JSON.stringify(template)}`, () => {
      expect(parsePlaceholders(template)).to.deep.equal(segments);
    });
  }

  it('fills all placeholders in a single pass', () => {
    expect(fill('((a)) ((b))', { a: '((b))', b: '((a|x))' })).to.equal('((b)) ((a|x))');
  });

  it('fills unknown names with nothing, also names of JavaScript’s own properties', () => {
    expect(fill('<((nobody))((constructor))((toString))((__proto__))>', {})).to.equal('<>');
  });

  it('uses the fallback when the value is empty or unknown', () => {
    expect(fill('((a|x))((b|y))((c|z))', { a: '', c: 'C' })).to.equal('xyC');
  });

  it('shows fallbacks, else names, to a person who reads a text without data', () => {
    expect(readablePlaceholders('Hello ((first_name|you)), (a) ((postal_code))')).to.equal(
      'Hello you, (a) [postal code]',
    );
  });

  it('escapes values and fallbacks only', () => {
    const segments = parsePlaceholders('&((a))((b|&))');
    expect(fillPlaceholders(segments, new Map([['a', '&']]), (text) => `[${text}]`)).to.equal('&[&][&]');
  });

  it('keeps every character of a template', () => {
    const unit = fc.constantFrom('(', ')', '((', '))', '|', 'a', '_1', ' ', '<', '\n', 'ü');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (template) => {
        const back = parsePlaceholders(template).map((segment) =>
          typeof segment === 'string'
            ? segment
            : `((${segment.name}${segment.fallback && `|${segment.fallback}`}))`,
        );
        expect(back.join('')).to.equal(template.replaceAll(/\(\((\w+)\|\)\)/g, '(($1))'));
      }),
    );
  });
});
