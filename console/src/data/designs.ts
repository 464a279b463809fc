/** The blank template, for own content. */
export const BLANK_TEMPLATE = 1;

/** An empty design with a place for the first block. */
export const EMPTY_DESIGN =
  '<mjml><mj-body><mj-section background-color="#ffffff"><mj-column></mj-column></mj-section></mj-body></mjml>';

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

/** The editor is a page of its own, so a link loads the whole page. */
export const editorOf = {
  campaign: (utr: string): string => `/console/editor/campaigns/${utr}`,
  email: (automation: string, utr: string): string => `/console/editor/emails/${automation}/${utr}`,
  template: (id: number): string => `/console/editor/templates/${id}`,
} as const;
