import { expect } from 'chai';
import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { scanHtml } from '../../../common/domain/scan-html.ts';

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
];

describe('templates of maximum length', function () {
  this.timeout(120_000);

  for (const piece of HOSTILE) {
    it(`are read in linear time: ${JSON.stringify(piece)}`, () => {
      const before = process.cpuUsage();
      scanHtml(parsePlaceholders(piece.repeat(Math.floor(LENGTH / piece.length))));
      const { user, system } = process.cpuUsage(before);
      // Measured: 1 to 300 ms.
      expect((user + system) / 1000).to.be.lessThan(3000);
    });
  }
});
