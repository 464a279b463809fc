import type { Template } from '../../../../client/src/index.ts';
import type { BrandLook } from '../../data/brand-look.ts';
import { BLANK_TEMPLATE, mjmlOf, newDesign } from '../../data/designs.ts';
import { type Design, readDesign } from './design.ts';

export interface MailContent {
  readonly template_id: number;
  readonly template_json: string | null;
}

/**
 * The design of the email, of its template, or a new one in the looks of the brand. It is read from the MJML, which the email is made from, so that changes
 * by programs are shown. Null: the editor cannot keep all of it.
 */
export function firstDesign(
  { template_id, template_json }: MailContent,
  templates: readonly Template[],
  brand: BrandLook,
): Design | null {
  if (template_json !== null) return readDesign(mjmlOf(template_json) ?? '');
  const template = templates.find(({ id }) => id === template_id && id !== BLANK_TEMPLATE);
  return readDesign((template && mjmlOf(template.json_code)) ?? newDesign(brand));
}
