import { findTemplate } from './data/templates.ts';
import { mjmlOf } from './domain/template-json.ts';

/** What a mail's author says of its looks; by the first of them that is there (rulings 9). */
export interface Design {
  readonly template_id: number;
  readonly template_json: string | null;
  readonly template_html: string | null;
}

/** The HTML of a design: its own code, or the built-in template's; empty where there is none. */
export async function htmlOf({ template_id, template_json, template_html }: Design): Promise<string> {
  if (template_html) return template_html;
  const mjml = template_json && mjmlOf(template_json);
  if (mjml) {
    // Loaded by who needs it: it takes a third of a second and 60 MB, and most processes and designs do without.
    const { compileMjml } = await import('./domain/mjml.ts');
    return (await compileMjml(mjml)).html;
  }
  return findTemplate(template_id)?.html_code ?? '';
}
