import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { invalid } from './failures.ts';
import { type Inputs, nothing } from './typed-input.ts';

/** Validates inputs; throws a 422 with all problems. Only this function turns Joi's errors into the contract's texts. */
export function validate<Value>(
  known: Inputs<Value>,
  inputs: Readonly<Record<string, unknown>>,
  limits: Config['limits'],
  hintForMissing: (key: string) => string | null = () => null,
): Value {
  // For the smallest calls, joi takes some hundredths of their time to validate nothing.
  if ((known as unknown) === nothing) return {} as Value;
  const { schema } = known;
  const { value, error } = schema.validate(inputs, {
    abortEarly: false,
    stripUnknown: true,
    context: { limits },
  });
  if (!error) return value;
  if (error.details.every(({ context }) => context?.['later'] === true)) {
    return schema.validate(inputs, {
      abortEarly: false,
      stripUnknown: true,
      context: { limits, later: true },
    }).value!;
  }
  const found: Record<string, string[]> = {};
  const hints: Record<string, string[]> = {};
  for (const { type, path, context } of error.details) {
    // A rule that throws is a fault of the program, not of the input.
    if (type === 'any.custom') throw context?.error;
    const key = String(path[0] ?? '');
    const hint = type === 'any.required' ? hintForMissing(key) : context?.['hint'];
    if (typeof hint === 'string') (hints[key] ??= []).push(hint);
    const form = context?.form as ((key: string) => string) | undefined;
    (found[key] ??= []).push(
      (form ?? (type === 'any.required' ? texts.required : texts.format))(path.join(' ')),
    );
  }
  throw invalid(found, hints);
}
