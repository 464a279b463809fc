import { parse } from '@hapi/bourne';
import { exceededBound } from '../../common/domain/json-bounds.ts';
import { jsonFault } from '../../common/domain/json-fault.ts';
import { type Failure, type FieldTexts, malformed, tooLarge } from './failures.ts';

/** Nested lists and objects that a body may have; inputs have two. */
export const LEVELS = 32;

export const tooDeep = (): Failure => malformed({ body: [`A body has at most ${LEVELS} levels.`] });

/** Parses a JSON body. Throws a 413 for more than `most` values (8 MB of short ones took 400 ms) and a 400 for too many levels. */
export function readJson(text: string, most: number): unknown {
  const exceeded = exceededBound(text, { levels: LEVELS, values: most });
  if (exceeded === 'levels') throw tooDeep();
  if (exceeded === 'values') throw tooLarge();
  try {
    // This parser refuses the name `__proto__`.
    return parse(text);
  } catch {
    throw malformed(hintOf(text));
  }
}

function hintOf(text: string): FieldTexts | null {
  const fault = jsonFault(text);
  return fault && { body: [`The JSON is broken at line ${fault.line}, column ${fault.column}.`] };
}
