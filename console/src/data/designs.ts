import { MAIL_FONTS } from '../../../shared/mail-fonts.ts';
import { type BrandLook, inkOn, mailLogoOf } from './brand-look.ts';

/** The blank template, for own content. */
export const BLANK_TEMPLATE = 1;

/** In pixels. */
const LOGO_WIDTH = 200;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const WHITE = '#ffffff';

const section = (inside: string, background: string): string =>
  `<mj-section background-color="${background}"><mj-column>${inside}</mj-column></mj-section>`;

/** A row with the logo; '' without one. */
export function logoRow(brand: BrandLook, background: string): string {
  const logo = mailLogoOf(brand);
  if (!logo) return '';
  const width = `${Math.min(logo.width, LOGO_WIDTH)}px`;
  return section(
    `<mj-image src="${escaped(logo.url)}" alt="${escaped(brand.name)}" width="${width}" />`,
    background,
  );
}

/** A design in the looks of the brand, with a place for the first block. */
export function newDesign(brand: BrandLook): string {
  const { text_font: font, colours } = brand;
  const [colour] = colours;
  const attributes = [
    ...(font ? [`<mj-all font-family="${MAIL_FONTS[font]}" />`] : []),
    ...(colour ? [`<mj-button background-color="${colour}" color="${inkOn(colour)}" />`] : []),
  ].join('');
  const head = attributes && `<mj-head><mj-attributes>${attributes}</mj-attributes></mj-head>`;
  return `<mjml>${head}<mj-body>${logoRow(brand, WHITE)}${section('', WHITE)}</mj-body></mjml>`;
}

/** Null: the `template_json` has no MJML. */
export function mjmlOf(json: string): string | null {
  try {
    const { mjml } = JSON.parse(json) as { mjml?: unknown };
    return typeof mjml === 'string' ? mjml : null;
  } catch {
    return null;
  }
}

/** Longer designs cannot be sent while the page closes (limit of `keepalive` requests). */
const LARGE = 20_000;

interface DesignContent {
  readonly template_json?: string | null;
  readonly template_html?: string | null;
}

/** The service keeps the replaced design only on request. */
export const keptDesign = (next: DesignContent, stored: DesignContent): { keep_version?: 1 } =>
  next.template_json && stored.template_json ? { keep_version: 1 } : {};

export const isLargeContent = ({ template_html, template_json }: DesignContent): boolean =>
  (template_html ?? template_json ?? '').length > LARGE;

const EDITOR = '/console/editor';

export const isOfEditor = (path: string): boolean => path.startsWith(`${EDITOR}/`);

/** The editor is a page of its own, which the router does not know: a link loads the whole page. */
export const editorOf = {
  campaign: (utr: string): string => `${EDITOR}/campaigns/${utr}`,
  email: (automation: string, utr: string): string => `${EDITOR}/emails/${automation}/${utr}`,
  template: (id: number): string => `${EDITOR}/templates/${id}`,
} as const;
