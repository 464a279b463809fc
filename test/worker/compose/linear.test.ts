import { expect } from 'chai';
import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { scanHtml } from '../../../common/domain/scan-html.ts';

/** As long as a template may be. */
const LENGTH = 2 * 2 ** 20;

/** What a reader that looks back or ahead would take quadratic time for: hours, at this length. */
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

describe('templates of the greatest length', function () {
  this.timeout(120_000);

  for (const piece of HOSTILE) {
    it(`are read in time that grows with them: ${JSON.stringify(piece)}`, () => {
      const before = process.cpuUsage();
      scanHtml(parsePlaceholders(piece.repeat(Math.floor(LENGTH / piece.length))));
      const { user, system } = process.cpuUsage(before);
      // Measured: 1 to 300 ms.
      expect((user + system) / 1000).to.be.lessThan(3000);
    });
  }
});
