import type { Texts } from '../texts/texts.ts';
import { textsNow } from '../texts/texts.ts';

type FailureName = keyof Texts['ownFailures'];

/** The worker's texts of what ended early; the API gives them no code. */
const ENDS: readonly (readonly [RegExp, Exclude<FailureName, 'row'>])[] = [
  [/^The unsubscribe group was deleted/, 'groupGone'],
  [/^The segment was deleted/, 'segmentGone'],
  [/^The contact type was deleted/, 'audienceGone'],
  [/^The address that it searched for was erased/, 'erased'],
  [/^Quota reached: opt_outs/, 'optOutsFull'],
  [/^Quota reached: contacts/, 'contactsFull'],
  [/^Quota reached/, 'full'],
  [/^The uploaded file is gone/, 'fileGone'],
  [/a quoted cell does not end/, 'quote'],
];

/** Why a change of many contacts or an import ended early, in the words of the console. */
export function failureWords(failure: string, { ownFailures }: Pick<Texts, 'ownFailures'>): string {
  const found = ENDS.find(([form]) => form.test(failure));
  const line = Number(/^Line (\d+)/.exec(failure)?.[1] ?? 0);
  return ownFailures[found ? found[1] : 'gaveUp'](line);
}

const FORMS = [
  [/must be a valid email address/, 'email'],
  [/must be a number/, 'number'],
  [/must be an integer/, 'integer'],
  [/must not be greater than/, 'max'],
  [/must be at least/, 'min'],
  [/is required/, 'required'],
  [/must match the format/, 'matches'],
  [/more cells than/, 'cells'],
  [/not UTF-8|cannot be read/, 'unicode'],
  [/^The selected/, 'selected'],
  [/format is invalid/, 'format'],
] as const;

/** Why a row of a file was refused, with the name of its field. */
export function rowReason(reason: string, nameOf: (field: string) => string): string {
  const form = FORMS.find(([one]) => one.test(reason));
  if (!form) return reason;
  const { inputRefusals, ownFailures } = textsNow();
  const numbers = (reason.match(/\d+/g) ?? []).map(Number);
  const words = inputRefusals[form[1]]({ numbers, rest: '', text: reason });
  const field = /^The (?:selected )?(?:custom field )?(.+?)(?: field)? (?:must|is|has|format)/.exec(
    reason,
  )?.[1];
  return field ? ownFailures.row(nameOf(field.replaceAll(' ', '_')), words) : words;
}
