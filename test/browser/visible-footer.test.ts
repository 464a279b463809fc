import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ADDRESS, compose, documentOf } from '../support/composed-mails.ts';
import { HIDDEN, OPEN, SHOWN } from '../support/hiding-ways.ts';
import { newVisitor } from '../support/visitors.ts';

/** How often a reader of the page sees a link to the preferences, and the address. */
const seen = (page: Page, address: string) =>
  page.evaluate((sought) => {
    const parts: { kind: string; element: Element; of: Element | Range }[] = [];
    for (const link of document.querySelectorAll('a')) {
      if (!URL.canParse(link.href) || !new URL(link.href).pathname.startsWith('/preferences/')) continue;
      // Blanks have a box, too.
      if (!/[^\s\u200c]/.test(link.innerText) && !link.querySelector('img')) continue;
      for (const of of [link, ...link.querySelectorAll('*')])
        parts.push({ kind: 'links', element: link, of });
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(sought);
      if (at === -1) continue;
      const of = document.createRange();
      of.setStart(node, at);
      of.setEnd(node, at + sought.length);
      parts.push({ kind: 'addresses', element: node.parentElement!, of });
    }
    const visible = parts.filter(({ element, of }) => {
      const owner = of instanceof Element ? of : element;
      if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      owner.scrollIntoView();
      return [...of.getClientRects()].some(({ left, top, width, height }) => {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 1 && height > 1 && owner.contains(hit);
      });
    });
    const counts = { links: 0, addresses: 0 };
    const elements = new Set<Element>();
    for (const { kind, element } of visible) {
      if (kind === 'addresses') counts.addresses += 1;
      else if (!elements.has(element)) counts.links += 1;
      elements.add(element);
    }
    return counts;
  }, address);

describe('the footer of a mail, in a browser,', () => {
  let page: Page;

  before(async () => {
    page = await (await newVisitor({ viewport: { width: 1280, height: 720 } })).newPage();
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>';
    await page.route('**/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  });
  after(() => page?.context().close());

  const all = {
    hidden: HIDDEN,
    open: Object.fromEntries(Object.entries(OPEN).map(([name, pair]) => [name, pair.join('')])),
    shown: SHOWN,
  };
  for (const [kind, templates] of Object.entries(all))
    for (const [name, html] of Object.entries(templates))
      it(`shows the link to unsubscribe and the address once: ${kind}, ${name}`, async () => {
        await page.setContent(await documentOf(compose({ html, tracking: true })), { waitUntil: 'load' });
        expect(await seen(page, ADDRESS)).to.deep.equal({ links: 1, addresses: 1 });
      });
});
