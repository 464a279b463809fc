import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientFeature, FeatureMatch } from '../mail-clients.ts';

interface SupportTable {
  readonly last_update_date: string;
  readonly data: readonly {
    readonly slug: string;
    readonly title: string;
    readonly url: string;
    /** By family, platform and version, oldest first: `y`, `n`, `a` (partly), `u` (unknown), with numbers of notes. */
    readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  }[];
}

/** Reported clients, by caniemail's names; together they open most mails. */
const CLIENTS: readonly (readonly [name: string, ...of: string[]])[] = [
  ['Gmail', 'gmail.desktop-webmail', 'gmail.android', 'gmail.ios'],
  ['Outlook (Windows)', 'outlook.windows'],
  ['Outlook.com', 'outlook.outlook-com'],
  ['Outlook (macOS)', 'outlook.macos'],
  ['Yahoo! Mail', 'yahoo.desktop-webmail'],
  ['Apple Mail', 'apple-mail.ios', 'apple-mail.macos'],
  ['Samsung Email', 'samsung-email.android'],
  ['Thunderbird', 'thunderbird.macos'],
];

const property = (...names: string[]): FeatureMatch => ({ property: names });
const value = (name: string, ...values: string[]): FeatureMatch => ({ property: [name], value: values });
const call = (...names: string[]): FeatureMatch => ({ call: names });
const unit = (name: string): FeatureMatch => ({ unit: name });
const pseudo = (name: string): FeatureMatch => ({ pseudo: name });
const element = (name: string, type?: string): FeatureMatch => ({ element: name, ...(type && { type }) });
const image = (...endings: string[]): FeatureMatch => ({ image: endings });

/** Features whose absence a reader sees. Harmless losses, such as round corners, shadows and `:hover`, are left out. */
const FEATURES: Readonly<Record<string, FeatureMatch>> = {
  'css-align-items': property('align-items'),
  'css-aspect-ratio': property('aspect-ratio'),
  'css-at-font-face': { at: 'font-face' },
  'css-at-import': { at: 'import' },
  'css-background-blend-mode': property('background-blend-mode'),
  'css-background-image': property('background-image'),
  'css-block-inline-size': property('block-size', 'inline-size'),
  'css-clip-path': property('clip-path'),
  'css-column-count': property('column-count', 'columns'),
  'css-conic-gradient': call('conic-gradient', 'repeating-conic-gradient'),
  'css-display-flex': value('display', 'flex', 'inline-flex'),
  'css-display-grid': value('display', 'grid', 'inline-grid'),
  'css-filter': property('filter'),
  'css-float': property('float'),
  'css-function-clamp': call('clamp'),
  'css-function-light-dark': call('light-dark'),
  'css-function-max': call('max'),
  'css-function-min': call('min'),
  'css-gap': property('gap', 'column-gap', 'row-gap'),
  'css-grid-template': property(
    'grid-template',
    'grid-template-columns',
    'grid-template-rows',
    'grid-template-areas',
  ),
  'css-inset': property('inset'),
  'css-justify-content': property('justify-content'),
  'css-left-right-top-bottom': property('left', 'right', 'top', 'bottom'),
  'css-linear-gradient': call('linear-gradient', 'repeating-linear-gradient'),
  'css-list-style-image': property('list-style-image'),
  'css-margin-inline-block': property('margin-inline', 'margin-block'),
  'css-mask-image': property('mask-image', 'mask'),
  'css-mix-blend-mode': property('mix-blend-mode'),
  'css-modern-color': call('lch', 'oklch', 'lab', 'oklab'),
  'css-object-fit': property('object-fit'),
  'css-opacity': property('opacity'),
  'css-padding-inline-block': property('padding-inline', 'padding-block'),
  'css-position': value('position', 'absolute', 'relative', 'fixed', 'sticky'),
  'css-pseudo-class-checked': pseudo('checked'),
  'css-pseudo-class-first-child': pseudo('first-child'),
  'css-pseudo-class-has': pseudo('has'),
  'css-pseudo-class-last-child': pseudo('last-child'),
  'css-pseudo-class-not': pseudo('not'),
  'css-pseudo-class-nth-child': pseudo('nth-child'),
  'css-pseudo-class-nth-of-type': pseudo('nth-of-type'),
  'css-pseudo-element-after': pseudo('after'),
  'css-pseudo-element-before': pseudo('before'),
  'css-radial-gradient': call('radial-gradient', 'repeating-radial-gradient'),
  'css-shape-outside': property('shape-outside'),
  'css-transform': property('transform', 'rotate', 'scale', 'translate'),
  'css-unit-calc': call('calc'),
  'css-unit-ch': unit('ch'),
  'css-unit-rem': unit('rem'),
  'css-unit-vh': unit('vh'),
  'css-unit-vmax': unit('vmax'),
  'css-unit-vmin': unit('vmin'),
  'css-unit-vw': unit('vw'),
  'css-variables': call('var'),
  'css-visibility': value('visibility', 'hidden', 'collapse'),
  'css-writing-mode': property('writing-mode'),
  'css-z-index': property('z-index'),
  'html-audio': element('audio'),
  'html-button-submit': element('button', 'submit'),
  'html-dialog': element('dialog'),
  'html-form': element('form'),
  'html-input-checkbox': element('input', 'checkbox'),
  'html-input-radio': element('input', 'radio'),
  'html-input-submit': element('input', 'submit'),
  'html-input-text': element('input', 'text'),
  'html-link': element('link'),
  'html-marquee': element('marquee'),
  'html-meter': element('meter'),
  'html-object': element('object'),
  'html-progress': element('progress'),
  'html-select': element('select'),
  'html-svg': element('svg'),
  'html-textarea': element('textarea'),
  'html-video': element('video'),
  'image-avif': image('.avif'),
  'image-base64': image('data:'),
  'image-heif': image('.heif', '.heic'),
  'image-ico': image('.ico'),
  'image-mp4': image('.mp4'),
  'image-svg': image('.svg'),
  'image-tiff': image('.tif', '.tiff'),
  'image-webp': image('.webp'),
};

function isMissing(stats: SupportTable['data'][number]['stats'], of: string): boolean {
  const [family, platform] = of.split('.') as [string, string];
  return (
    Object.values(stats[family]?.[platform] ?? {})
      .at(-1)
      ?.startsWith('n') ?? false
  );
}

/** Writes the missing features of mail clients, from the package caniemail in this folder. Returns a summary. */
export function buildMailClients(folder: string): string {
  const file = join(folder, 'node_modules/caniemail/data/caniemail.json');
  const source = JSON.parse(readFileSync(file, 'utf8')) as SupportTable;
  const features = Object.entries(FEATURES).map(([slug, match]): ClientFeature => {
    const found = source.data.find((one) => one.slug === slug);
    if (!found) throw new Error(`${file} has no ${slug}`);
    const missing = CLIENTS.filter(([, ...of]) => of.some((client) => isMissing(found.stats, client)));
    return { title: found.title, url: found.url, match, missing: missing.map(([name]) => name) };
  });
  const lacking = features.filter(({ missing }) => missing.length > 0);
  const target = new URL('../mail-clients.json', import.meta.url);
  const rows = lacking.map((feature) => `  ${JSON.stringify(feature)}`);
  writeFileSync(
    target,
    `{"updated":${JSON.stringify(source.last_update_date.slice(0, 10))},"features":[\n${rows.join(',\n')}\n]}\n`,
  );
  return `${lacking.length} features`;
}
