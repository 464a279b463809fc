import { dynamicContent } from '../../../common/data/reserved-fields.ts';
import { mjmlOf } from '../../../common/domain/template-json.ts';
import { customFieldsOf } from '../../../common/queries/custom-fields.ts';
import type { Design } from '../../../common/rendering/renderer.ts';
import { type WrongPlaceholder, wrongPlaceholders } from '../domain/placeholder-warnings.ts';

/** Placeholders that exist and are not in the contract's list. */
const FURTHER = ['fullname'];

/** The texts of a mail that may hold placeholders. */
type MailTexts = Design & { readonly subject: string; readonly preheader?: string };

/** What in a mail's texts will not be filled, in words for its author. */
export const warningsFor = async (userId: number, written: MailTexts): Promise<string[]> =>
  (await placeholdersOf(userId, written)).map(({ text }) => text);

/** The placeholders of a mail's texts that will not be filled; see {@link wrongPlaceholders}. */
export async function placeholdersOf(
  userId: number,
  { subject, preheader, ...design }: MailTexts,
): Promise<WrongPlaceholder[]> {
  const fields = await customFieldsOf(userId);
  const known = new Set([...dynamicContent(fields.map((field) => field.field_name)), ...FURTHER]);
  const { template_json: json, template_html: html } = design;
  // A built-in template names what there is; a test holds it to that.
  const body = html ?? (json && mjmlOf(json)) ?? '';
  return wrongPlaceholders(
    [
      { where: 'subject', text: subject },
      { where: 'preheader', text: preheader ?? '' },
      { where: 'template', text: body },
    ],
    known,
  );
}
