import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { readMjml, TEMPLATE_FILES, TEMPLATES_FOLDER } from '../../../common/data/templates.ts';
import { compileMjml } from '../../../common/domain/mjml.ts';
import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { DESIGNS } from '../../fixtures/canvas/designs.ts';
import { publicDesigns } from '../../fixtures/canvas/public-designs.ts';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { type Console, startConsole } from './support.ts';

/** Width of the emails that are compared, in pixels. */
const WIDTH = 600;
/** Of the window in which an email is measured. */
const SHORT = 100;
/** Share of the pixels that may differ. */
const MOST = 0.02;
/** Steps of a colour, of 255, that a person does not see. */
const UNSEEN = 24;

interface Picture {
  readonly png: Buffer;
  readonly height: number;
}

/** The share of pixels that differ; what only the taller one has differs. */
async function differences(one: Picture, other: Picture): Promise<number> {
  const height = Math.max(one.height, other.height);
  const [a, b] = await Promise.all([one, other].map(({ png }) => sharp(png).removeAlpha().raw().toBuffer()));
  const shared = Math.min(a!.length, b!.length);
  let count = Math.abs(one.height - other.height) * WIDTH;
  for (let at = 0; at < shared; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs(a![at + channel]! - b![at + channel]!) > UNSEEN)) count += 1;
  return count / (height * WIDTH);
}

/** A character that a text gets: it is narrow, so that lines rarely break elsewhere. */
const ADDED = '.';
/** Milliseconds after which a part takes no text. */
const BEGUN_MS = 5000;
/** Parts on the canvas that probably are texts and buttons. */
const EDITABLE =
  '[data-part]:is(:has(> div:not(:empty, [class])), :has(> table td > :is(a, p):not(:has(img)))):not(:has([data-part]))';
const WITH_TEXT = /<mj-(?:text|button)\b[^>]*>(?!\s*<\/)/;

/** The words of an email, without spaces. */
const wordsOf = async (mjml: string): Promise<string> =>
  (await compileMjml(mjml)).html
    .replaceAll(/<!--[^]*?-->|<(style|head)\b[^]*?<\/\1>|<[^>]*>|&(?:nbsp|#8202);|\s/g, '')
    .replaceAll('&quot;', '"');

/** The height when all images are loaded, also those behind texts. */
const heightOf = (root: HTMLElement): Promise<number> => {
  const page = root.ownerDocument;
  const addresses = [...page.querySelectorAll('*')].flatMap((element) => [
    ...[getComputedStyle(element).backgroundImage].flatMap((value) =>
      [...value.matchAll(/url\("(.*?)"\)/g)].map(([, address]) => address!),
    ),
    ...(element instanceof HTMLImageElement || element.tagName === 'IMG'
      ? [(element as HTMLImageElement).currentSrc]
      : []),
  ]);
  const loaded = addresses.filter(Boolean).map((address) => {
    const image = new Image();
    image.src = address;
    return image.decode().catch(() => {});
  });
  return Promise.all(loaded)
    .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    .then(() => Math.ceil(page.body.getBoundingClientRect().height));
};

/** Fields show their fallbacks on the canvas, else their names. */
const withWords = (html: string): string =>
  parsePlaceholders(html)
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const name = NAMES[piece.name] ?? piece.name.replaceAll('_', ' ');
      return piece.fallback === '' ? name.charAt(0).toUpperCase() + name.slice(1) : piece.fallback;
    })
    .join('');

const NAMES: Readonly<Record<string, string>> = {
  sender_address: 'Postal address of the sender',
  unsubscribe_preferences: 'Address of the preferences page',
};

describe('the canvas of the editor', function () {
  this.timeout(540_000);
  let running: Console;
  let client: Client;
  let ground: Ground;
  before(async () => {
    running = await startConsole('browser-console-editor-canvas');
    client = await running.api.account();
    ground = await layGround(client);
  });
  after(() => running?.stop());

  /** Images of other hosts are the same one, and nothing else of them is loaded. */
  async function tabOf(context: BrowserContext): Promise<Page> {
    const tab = await context.newPage();
    const image = readFileSync(new URL('newsletter.png', TEMPLATES_FOLDER));
    await tab.route(
      ({ origin }) => /^https?:/.test(origin) && origin !== running.api.url,
      (route) =>
        route.request().resourceType() === 'image'
          ? route.fulfill({ contentType: 'image/png', body: image })
          : route.abort(),
    );
    return tab;
  }

  async function draftOf(mjml: string): Promise<string> {
    const template_json = JSON.stringify({ mjml });
    const draft = aSend(ground, { draft: 1, template_id: 1, template_html: '', template_json });
    const { status, body } = await until(async () => {
      const answer = await client.post('/single/send/create', draft);
      // A machine with other work may render late.
      return answer.status === 429 ? null : answer;
    }, 'the draft');
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  }

  async function open(page: Page, utr: string): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${running.api.url}/console/editor/campaigns/${utr}`);
    await page.getByRole('heading', { name: 'Blocks' }).waitFor();
  }

  const canvasOf = (page: Page) => page.locator('iframe[data-panel]').contentFrame().locator('body');

  async function canvasPicture(page: Page, utr: string): Promise<Picture> {
    await open(page, utr);
    const frame = page.locator('iframe[data-panel]');
    const show = (height: number): Promise<void> =>
      frame.evaluate(
        (element, [width, tall]) => {
          const { style } = element as HTMLIFrameElement;
          style.cssText = `position:fixed;z-index:9999;inset:0;margin:0;width:${width}px;height:${tall}px;background:#fff`;
        },
        [WIDTH, height] as const,
      );
    await show(SHORT);
    const inside = canvasOf(page);
    // Marks of fields stay out of the comparison.
    await inside.evaluate(({ ownerDocument }) => {
      const rule = ownerDocument.createElement('style');
      rule.textContent = '[data-field]{box-shadow:none!important;background:none!important}';
      ownerDocument.head.append(rule);
    });
    const height = await inside.evaluate(heightOf);
    await page.setViewportSize({ width: 1280, height });
    await show(height);
    return { height, png: await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height } }) };
  }

  async function mailPicture(page: Page, mjml: string): Promise<Picture> {
    const { html, errors } = await compileMjml(mjml);
    expect(errors).to.deep.equal([]);
    await page.setViewportSize({ width: WIDTH, height: SHORT });
    await page.setContent(withWords(html));
    const height = await page.locator('body').evaluate(heightOf);
    await page.setViewportSize({ width: WIDTH, height });
    return { height, png: await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height } }) };
  }

  const designs = (): (readonly [string, string])[] => {
    const folder = process.env['CANVAS_TEMPLATES'];
    if (folder)
      return readdirSync(folder)
        .filter((name) => name.endsWith('.mjml'))
        .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const);
    return [
      ...TEMPLATE_FILES.filter(({ is_blank }) => !is_blank).map(
        ({ slug }) => [slug, readMjml(slug)] as const,
      ),
      ...Object.entries(DESIGNS),
      ...publicDesigns(),
    ];
  };

  const storedMjml = async (utr: string): Promise<string> =>
    JSON.parse((await detailsOf(client, utr)).template_json ?? '{}').mjml;

  /** Adds a character at the end of the first text or button; returns the stored design. */
  async function changeText(page: Page, utr: string): Promise<string> {
    const before = await storedMjml(utr);
    await open(page, utr);
    const body = canvasOf(page);
    const text = body.locator('[contenteditable=true]').first();
    const isWritten = (): Promise<boolean> =>
      text.waitFor({ timeout: BEGUN_MS }).then(
        () => true,
        () => false,
      );
    let at = 0;
    do await body.locator(EDITABLE).nth(at++).dblclick({ timeout: BEGUN_MS });
    while (!(await isWritten()));
    await text.press('Control+End');
    await page.keyboard.type(ADDED);
    await page.keyboard.press('Control+s');
    return until(async () => {
      const now = await storedMjml(utr);
      return now === before ? null : now;
    }, 'the changed design');
  }

  it('stores a design unchanged except for the text that a person changed', () =>
    running.visit(client, { viewport: { width: 1280, height: 800 } }, async (page) => {
      const [canvasTab, mailTab] = [await tabOf(page.context()), await tabOf(page.context())];
      const worse: Record<string, unknown> = {};
      for (const [name, written] of designs()) {
        const mjml = written.replaceAll('http://', 'https://');
        if (!WITH_TEXT.test(mjml)) continue;
        const utr = await draftOf(mjml);
        const changed = await changeText(canvasTab, utr);
        const [canvas, mail] = await Promise.all([
          canvasPicture(canvasTab, utr),
          mailPicture(mailTab, changed),
        ]);
        const share = await differences(canvas, mail);
        const [old, now] = [await wordsOf(mjml), await wordsOf(changed)];
        const isChanged =
          now.length === old.length + 1 && now.replaceAll(ADDED, '') === old.replaceAll(ADDED, '');
        if (!isChanged || share > MOST) worse[name] = { share, isChanged };
      }
      await Promise.all([canvasTab.close(), mailTab.close()]);
      expect(worse).to.deep.equal({});
    }));

  it('shows a design as the email shows it', () =>
    running.visit(client, { viewport: { width: 1280, height: 800 } }, async (page) => {
      const [canvasTab, mailTab] = [await tabOf(page.context()), await tabOf(page.context())];
      const found: Record<string, number> = {};
      for (const [name, written] of designs()) {
        // A console has HTTPS, with which browsers ask for all images by HTTPS.
        const mjml = written.replaceAll('http://', 'https://');
        const [canvas, mail] = await Promise.all([
          draftOf(mjml).then((utr) => canvasPicture(canvasTab, utr)),
          mailPicture(mailTab, mjml),
        ]);
        found[name] = await differences(canvas, mail);
        const folder = process.env['CANVAS_PICTURES'];
        if (folder) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(`${folder}/${name}-canvas.png`, canvas.png);
          writeFileSync(`${folder}/${name}-mail.png`, mail.png);
          console.log(name, found[name], canvas.height, mail.height);
        }
      }
      await Promise.all([canvasTab.close(), mailTab.close()]);
      const worse = Object.entries(found).filter(([, share]) => share > MOST);
      expect(worse).to.deep.equal([]);
    }));
});
