import { dynamicContent } from '../../../common/data/reserved-fields.ts';
import { mjmlOf } from '../../../common/domain/template-json.ts';
import { customFieldsOf } from '../../../common/queries/custom-fields.ts';
import { believedReputation } from '../../../common/queries/reputation.ts';
import type { Design } from '../../../common/rendering/renderer.ts';
import { type WrongPlaceholder, wrongPlaceholders } from '../domain/placeholder-warnings.ts';

/** Placeholders that are missing from the contract's list. */
const FURTHER = ['fullname'];

type MailTexts = Design & {
  readonly subject: string;
  readonly preheader?: string;
  readonly template_text?: string | null;
};

/** Of an account: all that a mail of its own can have. */
export async function placeholderNames(userId: number): Promise<Set<string>> {
  const fields = await customFieldsOf(userId);
  return new Set([...dynamicContent(fields.map((field) => field.field_name)), ...FURTHER]);
}

/** Sentences for the author about placeholders that stay empty, and about complaints and bounces of the account. */
export async function warningsFor(userId: number, written: MailTexts): Promise<string[]> {
  const [placeholders, reputation] = await Promise.all([
    placeholdersOf(userId, written),
    believedReputation(userId),
  ]);
  return [
    ...placeholders.map(({ text }) => text),
    ...reputation.map(({ detail }) => `${detail}. Check where your contacts come from.`),
  ];
}

export async function placeholdersOf(
  userId: number,
  { subject, preheader, template_text, ...design }: MailTexts,
): Promise<WrongPlaceholder[]> {
  const known = await placeholderNames(userId);
  const { template_json: json, template_html: html } = design;
  // A test checks the names in built-in templates.
  const body = html ?? (json && mjmlOf(json)) ?? '';
  return wrongPlaceholders(
    [
      { where: 'subject', text: subject },
      { where: 'preheader', text: preheader ?? '' },
      { where: 'template', text: body },
      { where: 'template', text: template_text ?? '' },
    ],
    known,
  );
}
