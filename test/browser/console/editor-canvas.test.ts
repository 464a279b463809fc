import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { readMjml, TEMPLATE_FILES } from '../../../common/data/templates.ts';
import { compileMjml } from '../../../common/domain/mjml.ts';
import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { DESIGNS, IMAGE } from '../../fixtures/canvas/designs.ts';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { type Console, startConsole } from './support.ts';

/** Width of the emails that are compared, in pixels. */
const WIDTH = 600;
const HEIGHT = 2600;
/** Share of the pixels that may differ. */
const MOST = 0.02;
/** Steps of a colour, of 255, that a person does not see. */
const UNSEEN = 24;

/** Two pictures of the same size: the share of pixels that differ. */
async function differences(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  expect(a!.info).to.deep.equal(b!.info);
  const { length } = a!.data;
  let count = 0;
  for (let at = 0; at < length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs(a!.data[at + channel]! - b!.data[at + channel]!) > UNSEEN))
      count += 1;
  return count / (length / 3);
}

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

  async function canvasPicture(page: Page, mjml: string): Promise<Buffer> {
    const { body } = await client.post(
      '/single/send/create',
      aSend(ground, { draft: 1, template_id: 1, template_html: '', template_json: JSON.stringify({ mjml }) }),
    );
    await page.goto(`${running.api.url}/console/editor/campaigns/${body.utr}`);
    await page.getByRole('heading', { name: 'Blocks' }).waitFor();
    const frame = page.locator('iframe[data-panel]');
    // The canvas at the width of the email, as high as all of it; its marks of fields stay out of the comparison.
    await frame.evaluate(
      (element, [width, height]) => {
        const { style, contentDocument } = element as HTMLIFrameElement;
        style.cssText = `position:fixed;z-index:9999;inset:0;margin:0;width:${width}px;height:${height}px;background:#fff`;
        const rule = contentDocument!.createElement('style');
        rule.textContent = '[data-field]{box-shadow:none!important;background:none!important}';
        contentDocument!.head.append(rule);
      },
      [WIDTH, HEIGHT] as const,
    );
    return page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height: HEIGHT } });
  }

  async function mailPicture(page: Page, mjml: string): Promise<Buffer> {
    const { html, errors } = await compileMjml(mjml);
    expect(errors).to.deep.equal([]);
    const mail = await page.context().newPage();
    await mail.setViewportSize({ width: WIDTH, height: HEIGHT });
    await mail.setContent(withWords(html));
    const picture = await mail.screenshot();
    await mail.close();
    return picture;
  }

  const designs = (): (readonly [string, string])[] => [
    ...TEMPLATE_FILES.filter(({ is_blank }) => !is_blank).map(({ slug }) => [slug, readMjml(slug)] as const),
    ...Object.entries(DESIGNS).map(
      ([name, mjml]) => [name, mjml.replaceAll(IMAGE, `${running.api.url}/images/newsletter.png`)] as const,
    ),
  ];

  it('shows a design as the email shows it', () =>
    running.visit(client, { viewport: { width: 1280, height: HEIGHT } }, async (page) => {
      const found: Record<string, number> = {};
      for (const [name, mjml] of designs()) {
        const [canvas, mail] = [await canvasPicture(page, mjml), await mailPicture(page, mjml)];
        found[name] = await differences(canvas, mail);
        const folder = process.env['CANVAS_PICTURES'];
        if (folder) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(`${folder}/${name}-canvas.png`, canvas);
          writeFileSync(`${folder}/${name}-mail.png`, mail);
        }
      }
      if (process.env['CANVAS_PICTURES']) console.log(found);
      const worse = Object.entries(found).filter(([, share]) => share > MOST);
      expect(worse).to.deep.equal([]);
    }));
});
