import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Locator, type Page, type ViewportSize } from 'playwright-core';
import { today } from './rotation.ts';

/**
 * Features of Chromium that tests do without. The first two are windows of the address bar, which load some 370 files for each page that is opened and take
 * half of its CPU. The third starts a process for the next page in advance, which a closed page leaves unused. The others are those that Playwright turns
 * off: Chromium reads the last of such lists alone.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const WHOLE = '/usr/bin/chromium';
/** The same browser without windows, which takes a third of the CPU for opening a page. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

function installed(windows: boolean): string {
  const [first, second] = windows ? [WHOLE, WITHOUT_WINDOWS] : [WITHOUT_WINDOWS, WHOLE];
  return existsSync(first) ? first : second;
}

/**
 * A real browser; with `windows` the whole one, if it is installed. It runs without its own sandbox, which needs a user namespace that containers lack, and draws without a graphics processor: imitating one
 * takes a tenth of the CPU.
 */
export const startBrowser = (windows = true): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? installed(windows),
    args: [
      `--disable-features=${WITHOUT.join(',')}`,
      '--disable-gpu-compositing',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });

export const PHONE = { width: 375, height: 740 } as const;
export const DESK = { width: 1000, height: 800 } as const;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answer depends on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * The accessibility faults that axe-core finds on a page, one line each. `colours`: only those that another colour scheme can make, on a page
 * that was checked in one.
 */
async function accessibilityFaults(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  // The policy allows no scripts, so the debugger bypasses it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  // The page returns the faults alone: all that axe says of a page takes as much CPU to pass on as to find. Frames have no axe of their own, which axe
  // would wait for.
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
      );
    },
    which === 'all' ? STANDARDS : COLOURS,
  );
}

/** Waits until a page shows a new size or scheme: two frames, and the transitions of colours that begin in them. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}

/** How often a page is looked at again: one that shows live figures may change while it is read. A fault of its own stays. */
const LOOKS = 3;

async function faultsNow(page: Page, which: 'all' | 'colours' | 'width'): Promise<string[]> {
  let faults: string[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await settled(page);
    faults = which === 'width' ? [] : await accessibilityFaults(page, which);
    faults.push(...(await overflow(page)));
    if (faults.length === 0) break;
  }
  return faults;
}

const SCHEMES = ['light', 'dark'] as const;

/**
 * Faults of a page at each size and in both schemes: accessibility faults, and elements wider than the page. A page of one size is looked at in both
 * schemes. For one of several sizes, `EVERY_LOOK` checks each in both schemes. Without it, accessibility is checked at one size in one scheme, which
 * the day chooses: axe takes most of the CPU.
 */
export async function faultsInEachLook(page: Page, sizes: readonly ViewportSize[]): Promise<string[]> {
  const every = sizes.length === 1 || Boolean(process.env['EVERY_LOOK']);
  const ofToday = today(sizes.length * SCHEMES.length);
  const faults: string[] = [];
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    for (const [turn, colorScheme] of SCHEMES.entries()) {
      const isOfToday = ofToday === turn * sizes.length + at;
      if (!every && turn === 1 && !isOfToday) continue;
      await page.emulateMedia({ colorScheme });
      const which = every ? (turn === 0 ? 'all' : 'colours') : isOfToday ? 'all' : 'width';
      const found = await faultsNow(page, which);
      faults.push(...found.map((fault) => `${size.width} px, ${colorScheme}: ${fault}`));
    }
  }
  return faults;
}

/** The texts of all elements of a locator, once there is one. */
export async function textsOf(locator: Locator): Promise<string[]> {
  await locator.first().waitFor();
  return locator.allInnerTexts();
}

/** Elements that are wider than the page, which makes a phone scroll sideways. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return document.documentElement.scrollWidth <= width
      ? []
      : [...document.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > width + 1)
          .map((element) => element.outerHTML.slice(0, 80));
  });

/** Texts that are not shown whole and have no title; a figure shows how others cut them. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *, [role=alert] *')]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 &&
          one.clientWidth > 1 &&
          ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) &&
          one.innerText.trim() !== '' &&
          one.closest('[title], iframe, figure, .sticky h1') === null,
      )
      .map((one) => one.innerText),
  );

/** Whether the focused element looks different from its unfocused state. */
export const focusIsSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
