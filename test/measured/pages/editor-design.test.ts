import { expect } from 'chai';
import { readDesign } from '../../../console/src/pages/editor/design.ts';
import { ownTime } from '../../support/own-time.ts';

describe('the editor of the console', () => {
  for (const [name, inside] of [
    [
      'many texts',
      `<mj-body><mj-section><mj-column>${'<mj-text>x</mj-text>'.repeat(100_000)}</mj-column></mj-section></mj-body>`,
    ],
    ['tags that do not end', `<mj-body>${'<mj-section '.repeat(170_000)}</mj-body>`],
    ['many attributes', `<mj-body ${'a="b" '.repeat(300_000)}></mj-body>`],
    ['comments that do not end', `${'<!--'.repeat(500_000)}<mj-body></mj-body>`],
  ] as const)
    it(`reads a design in seconds, although it has two megabytes of ${name}`, async () => {
      expect(await ownTime(() => readDesign(`<mjml>${inside}</mjml>`), 1)).to.be.below(5000);
    });
});
