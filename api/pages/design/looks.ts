import { BLANK_TEMPLATE_ID } from '../../../common/data/templates.ts';
import { type Design, htmlOf } from '../../../common/design-html.ts';
import { plainTextOf } from '../../../common/domain/plain-text.ts';

/** A design's looks. Placeholders stand as they were written. */
export interface Looks {
  readonly html: string;
  readonly text: string;
}

/** HTML and text of a design; both are empty where there is nothing to send yet (rulings 9). */
export async function looksOf(design: Design): Promise<Looks> {
  const { template_id, template_json, template_html } = design;
  if (template_id === BLANK_TEMPLATE_ID && !template_json && !template_html) return { html: '', text: '' };
  const html = await htmlOf(design);
  return { html, text: textOf(html) };
}

/** A mail whose elements nest too deep to follow has its subject for a text (as worker/compose does it). */
function textOf(source: string): string {
  try {
    return plainTextOf(source);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
