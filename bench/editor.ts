import type { Browser, BrowserContext } from 'playwright-core';
import { signIn } from './support/console-page.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { measureConsole } from './support/served-console.ts';
import { SLOW, slowTab } from './support/slow-computer.ts';
import { OWNER, type Stack } from './support/stack.ts';

/**
 * The editor of a built-in template in a browser with a quarter of the processor and 80 ms to the service: `node --import tsx bench/editor.ts [rounds]`, by
 * default 7. It is usable when its blocks can be chosen and the canvas shows the mail.
 */
const [rounds = 7] = process.argv.slice(2).map(Number);
const GOAL_MS = 4000;
const NEWSLETTER = 2;

await measureConsole(measure);

async function draftOf({ call }: Stack): Promise<string> {
  await layGround(call);
  const { utr } = (await call('/single/send/create', {
    draft: 1,
    single_send_name: 'Bench',
    sender_id: 1,
    unsubscribe_group_id: 1,
    template_id: NEWSLETTER,
    subject: 'News',
    preheader: '',
    recipient_id: ['contacts_1'],
    schedule_type: 0,
  })) as unknown as { utr: string };
  return utr;
}

async function measure(of: Stack, browser: Browser): Promise<void> {
  const url = `${of.origin}/console/editor/campaigns/${await draftOf(of)}`;
  const visitorOf = () => browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const signedIn = await visitorOf();
  await signIn(signedIn, of.origin, OWNER.email);
  const cookies = await signedIn.cookies();
  await signedIn.close();
  const [first, again]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const visitor = await visitorOf();
    await visitor.addCookies(cookies);
    first.push(await usable(visitor, url));
    again.push(await usable(visitor, url));
    await visitor.close();
  }
  report(
    {
      what: `usable at a first visit, ${SLOW}`,
      value: Math.round(median(first)),
      unit: 'ms',
      goal: { atMost: GOAL_MS },
    },
    {
      what: `usable with the files in the cache, ${SLOW}`,
      value: Math.round(median(again)),
      unit: 'ms',
      goal: { atMost: GOAL_MS },
    },
  );
}

/** Milliseconds from the begin of the visit. */
async function usable(visitor: BrowserContext, url: string): Promise<number> {
  const { page } = await slowTab(visitor);
  await page.goto(url, { waitUntil: 'commit' });
  const took = await page.waitForFunction(
    () => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-panel]');
      const isDrawn = (frame?.contentDocument?.body?.innerText ?? '').trim() !== '';
      return isDrawn && document.querySelector('[data-panel] li button') ? performance.now() : false;
    },
    null,
    { timeout: 60_000, polling: 50 },
  );
  const ms = (await took.jsonValue()) as number;
  await page.close();
  return ms;
}
