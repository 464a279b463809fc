import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { TEMPLATE_FILES, TEMPLATES_FOLDER } from '../templates.ts';

/** CSS pixels: the width that mail is designed for, and a page's proportion. */
const SIZE = { width: 600, height: 760 };

const SAMPLE: Readonly<Record<string, string>> = {
  first_name: 'Ada',
  sender_name: 'Harbour &amp; Finch',
  sender_address: '12 Quay Street, Galway, H91 X2Y3, Ireland',
  unsubscribe_preferences: '#',
};

const EMPTY_PAGE = `<body style="margin:0;background:#eef0f4"><div style="position:absolute;inset:48px;background:#fff;border:2px dashed #b6bccb;
border-radius:12px;display:flex;align-items:center;justify-content:center;flex-direction:column;color:#5a6275;font:500 26px/1.5 Helvetica,Arial,sans-serif">
<div style="font-size:96px;line-height:1;font-weight:200;color:#8a92a6">+</div>Start from scratch</div>`;

export const filled = (html: string): string =>
  html.replace(/\(\((\w+)(?:\|([^()]*))?\)\)/g, (_, name: string, fallback = '') => SAMPLE[name] ?? fallback);

/** Debian's chromium, or the path in CHROMIUM. Its sandbox needs a user namespace, which containers lack. */
const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });

export async function takePreviews(): Promise<string[]> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage({ viewport: SIZE, javaScriptEnabled: false, colorScheme: 'light' });
    await page.route('**', (route) => route.abort());
    const lines: string[] = [];
    for (const { slug, is_blank } of TEMPLATE_FILES) {
      const html = readFileSync(new URL(`${slug}.html`, TEMPLATES_FOLDER), 'utf8');
      await page.setContent(is_blank ? EMPTY_PAGE : filled(html));
      const image = await page.screenshot({ type: 'png' });
      writeFileSync(new URL(`${slug}.png`, TEMPLATES_FOLDER), image);
      lines.push(`${slug}.png ${image.length} bytes`);
    }
    return lines;
  } finally {
    await browser.close();
  }
}
