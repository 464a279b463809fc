import { dynamicContent } from '../../common/data/reserved-fields.ts';
import { mjmlOf } from '../../common/domain/template-json.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import type { Design } from '../../common/rendering/renderer.ts';
import { placeholderWarnings } from '../domain/placeholder-warnings.ts';

/** Placeholders that exist and are not in the contract's list. */
const FURTHER = ['fullname'];

/** What in a mail's texts will not be filled, in words for its author; see {@link placeholderWarnings}. */
export async function warningsFor(
  userId: number,
  { subject, preheader, ...design }: Design & { readonly subject: string; readonly preheader?: string },
): Promise<string[]> {
  const fields = await customFieldsOf(userId);
  const known = new Set([...dynamicContent(fields.map((field) => field.field_name)), ...FURTHER]);
  const { template_json: json, template_html: html } = design;
  // A built-in template names what there is; a test holds it to that.
  const body = html ?? (json && mjmlOf(json)) ?? '';
  return placeholderWarnings(
    [
      { where: 'subject', text: subject },
      { where: 'preheader', text: preheader ?? '' },
      { where: 'template', text: body },
    ],
    known,
  );
}
