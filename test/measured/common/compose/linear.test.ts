import { expect } from 'chai';
import { parsePlaceholders } from '../../../../common/domain/placeholders.ts';
import { scanHtml } from '../../../../common/domain/scan-html.ts';
import { ownTime } from '../../../support/own-time.ts';

/** The maximum length of a template. */
const LENGTH = 2 * 2 ** 20;

/** Pieces for which a reader that looks back or ahead would take quadratic time: hours at this length. */
const HOSTILE = [
  '(',
  '((',
  '((a',
  '((a|',
  '((a|b',
  '))',
  '((a))',
  '((first_name))<',
  '\u0316\u0301',
  ' ',
  '&#x',
  '<',
  '</',
  '<a ',
  '<a href="',
  "<a b='",
  '<!-',
  '<!--',
  '<![CDATA[',
  '<style>',
  '<script>',
  '<a ((b))="',
  '<!--[if mso]>',
  '<!--[if mso]><style>',
  '<p hidden>',
  '<p hidden></p>',
  '<b hidden><p></p>',
  '<a href="x">x',
  '<img alt=" ">',
  '<p style="display:none;',
  '<p style="font-size:0"><b style="font-size:1px">x</b></p>',
  '<p class="a b c d e f g h">',
];

/** Style sheets that many elements match, and the elements. */
const RULES = Array.from({ length: 2000 }, (_, at) => `.a.b${at % 90}{display:none}`).join('');
const CLASSES = Array.from({ length: 90 }, (_, at) => `b${at}`);
const manyRules = (rules: string): string =>
  `<style>${rules}</style>${Array.from(
    { length: 20_000 },
    (_, at) => `<p id="${at}" class="a ${CLASSES.slice(at % 45, (at % 45) + 45 - (at % 7)).join(' ')}">`,
  ).join('')}`.slice(0, LENGTH);
const STYLED = {
  'rules of one class': manyRules(RULES),
  'as many as are read': manyRules(RULES.slice(0, RULES.indexOf('.a.b0', 2000))),
  'rules of all elements': `<style>${'*{display:none}'.repeat(999)}</style>${'<p><b></b>'.repeat(200_000)}`,
  'long selectors': `<style>${`.${'a'.repeat(250)} > b{opacity:0}`.repeat(5000)}</style>${'<b>'.repeat(1000)}`,
  'blocks in blocks': `<style>${'a{'.repeat(LENGTH / 2)}`,
};

describe('the scan of a template of maximum length', function () {
  this.timeout(120_000);

  for (const piece of HOSTILE) {
    it(`takes linear time: ${JSON.stringify(piece)}`, async () => {
      const html = piece.repeat(Math.floor(LENGTH / piece.length));
      // Measured: 1 to 300 ms.
      expect(await ownTime(() => scanHtml(parsePlaceholders(html)), 1)).to.be.below(3000);
    });
  }

  for (const [name, html] of Object.entries(STYLED)) {
    it(`takes bounded time: ${name}`, async () => {
      // Measured: 1 to 300 ms.
      expect(await ownTime(() => scanHtml(parsePlaceholders(html)), 1)).to.be.below(3000);
    });
  }
});
