import type { BrowserContext, Page } from 'playwright-core';

/** Has each page of a visitor note when the person acted last. */
export const noteActs = (visitor: BrowserContext): Promise<unknown> =>
  visitor.addInitScript(`
    globalThis.acted = 0;
    for (const type of ['click', 'keydown'])
      addEventListener(type, ({ timeStamp }) => { globalThis.acted = timeStamp; }, true);
  `);

/** Milliseconds from a click or key to the frame in which `isDone` holds, an expression of the page. */
export async function feltMs(page: Page, act: () => Promise<void>, isDone: string): Promise<number> {
  const done = page.waitForFunction(`(${isDone}) && performance.now() - globalThis.acted`, null, {
    polling: 'raf',
  });
  await act();
  return (await (await done).jsonValue()) as number;
}
