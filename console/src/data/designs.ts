/** The template for content of one's own. */
export const BLANK_TEMPLATE = 1;

/** A design of nothing but room for the first block. */
export const EMPTY_DESIGN =
  '<mjml><mj-body><mj-section background-color="#ffffff"><mj-column></mj-column></mj-section></mj-body></mjml>';

/** The MJML of a `template_json`; null where it has none. */
export function mjmlOf(json: string): string | null {
  try {
    const { mjml } = JSON.parse(json) as { mjml?: unknown };
    return typeof mjml === 'string' ? mjml : null;
  } catch {
    return null;
  }
}

/** Characters of codes that a browser may not send any more when its page is closed. */
const LARGE = 20_000;

interface DesignContent {
  readonly template_json?: string | null;
  readonly template_html?: string | null;
}

/** Where another design takes the place of one: the service keeps the old one only if it is told so. */
export const keptDesign = (next: DesignContent, stored: DesignContent): { keep_version?: 1 } =>
  next.template_json && stored.template_json ? { keep_version: 1 } : {};

export const isLargeContent = ({ template_html, template_json }: DesignContent): boolean =>
  (template_html ?? template_json ?? '').length > LARGE;

/** Addresses of the editor, which is a page of its own: a link to it loads it as a whole. */
export const editorOf = {
  campaign: (utr: string): string => `/console/editor/campaigns/${utr}`,
  email: (automation: string, utr: string): string => `/console/editor/emails/${automation}/${utr}`,
  template: (id: number): string => `/console/editor/templates/${id}`,
} as const;
