import type { Template } from '../../../../client/src/index.ts';
import { BLANK_TEMPLATE, EMPTY_DESIGN, mjmlOf } from '../../data/designs.ts';
import { type Design, readDesign } from './design.ts';

export interface MailContent {
  readonly template_id: number;
  readonly template_json: string | null;
}

/**
 * The design that a person goes on with: that of the mail, else that of its template, else an empty one. It is read from the MJML, of which the mail is made: what a
 * program changed there is seen here. Null: the editor would not keep it whole.
 */
export function firstDesign(
  { template_id, template_json }: MailContent,
  templates: readonly Template[],
): Design | null {
  if (template_json !== null) return readDesign(mjmlOf(template_json) ?? '');
  const template = templates.find(({ id }) => id === template_id && id !== BLANK_TEMPLATE);
  return readDesign((template && mjmlOf(template.json_code)) ?? EMPTY_DESIGN);
}
