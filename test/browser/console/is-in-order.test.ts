import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { newVisitor } from '../../support/visitors.ts';
import { DESK, isInOrder } from './support.ts';

const pageWith = (content: string, style = ''): string =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>A page</title>
  <style>.wide { display: none } @media (min-width: 800px) { .wide { display: block } } ${style}</style></head>
  <body><main><h1>A page</h1><p>A text.</p>${content}</main></body></html>`;

/** The scheme in which a page has a text that is hard to read. */
const paleIn = (scheme: 'light' | 'dark', width = 0): string =>
  `@media (prefers-color-scheme: ${scheme}) and (min-width: ${width}px) { p { color: #bbb } }`;

describe('the check that a page is in order', () => {
  let page: Page;
  before(async () => {
    page = await (await newVisitor({ viewport: DESK })).newPage();
  });
  after(() => page?.context().close());
  const given = process.env['EVERY_LOOK'];
  beforeEach(() => void (process.env['EVERY_LOOK'] = '1'));
  afterEach(() => {
    if (given === undefined) delete process.env['EVERY_LOOK'];
    else process.env['EVERY_LOOK'] = given;
  });

  /** The looks in which the check finds faults, each with the rule, or the element that is too wide. */
  async function faultsOf(html: string): Promise<string[]> {
    await page.setContent(html);
    const { message } = await isInOrder(page, 'a page').then(
      () => ({ message: '' }),
      (error: Error) => error,
    );
    // Chai names what it compared once more.
    const [faults = ''] = message.split(': expected [');
    return faults.match(/\d+ px, (?:light|dark): (?:[\w-]+:|<\w+)/g) ?? [];
  }

  it('finds nothing on a page without faults', async () => {
    expect(await faultsOf(pageWith('<label>Name <input></label>'))).to.deep.equal([]);
    expect(page.viewportSize()).to.deep.equal(DESK);
  });

  it('finds a text that is hard to read in one scheme only', async () => {
    expect(await faultsOf(pageWith('', paleIn('dark')))).to.deep.equal([
      '390 px, dark: color-contrast:',
      '1280 px, dark: color-contrast:',
    ]);
    expect(await faultsOf(pageWith('', paleIn('light')))).to.deep.equal([
      '390 px, light: color-contrast:',
      '1280 px, light: color-contrast:',
    ]);
  });

  it('finds a text that is hard to read in one scheme at one width only', async () => {
    for (const scheme of ['light', 'dark'] as const)
      expect(await faultsOf(pageWith('', paleIn(scheme, 800)))).to.deep.equal([
        `1280 px, ${scheme}: color-contrast:`,
      ]);
  });

  it('finds a page that scrolls sideways on a phone only', async () => {
    expect(await faultsOf(pageWith('<div style="width: 600px">A wide part.</div>'))).to.deep.equal([
      '390 px, light: <div',
      '390 px, dark: <div',
    ]);
  });

  describe('without EVERY_LOOK', () => {
    const day = process.env['DAY'];
    beforeEach(() => void delete process.env['EVERY_LOOK']);
    afterEach(() => {
      if (day === undefined) delete process.env['DAY'];
      else process.env['DAY'] = day;
    });

    it('checks accessibility at another width or in another scheme each day, in four days in all', async () => {
      const pale = 'p { color: #bbb } @media (prefers-color-scheme: dark) { body { background: #ccc } }';
      const found = [];
      for (const one of ['20000', '20001', '20002', '20003']) {
        process.env['DAY'] = one;
        found.push(await faultsOf(pageWith('', pale)));
      }
      expect(found).to.deep.equal([
        ['390 px, light: color-contrast:'],
        ['1280 px, light: color-contrast:'],
        ['390 px, dark: color-contrast:'],
        ['1280 px, dark: color-contrast:'],
      ]);
    });

    it('finds a page that scrolls sideways on a phone on each day', async () => {
      for (const one of ['20000', '20001', '20003']) {
        process.env['DAY'] = one;
        const faults = await faultsOf(pageWith('<div style="width: 600px">A wide part.</div>'));
        expect(faults).to.deep.equal(['390 px, light: <div']);
      }
    });
  });

  it('finds an input without a label at each width that shows it', async () => {
    const looks = (found: string[]) => found.map((fault) => fault.replace(/, (?:light|dark)/, ''));
    expect(looks(await faultsOf(pageWith('<input>')))).to.deep.equal(['390 px: label:', '1280 px: label:']);
    expect(looks(await faultsOf(pageWith('<input class="wide">')))).to.deep.equal(['1280 px: label:']);
  });
});
