import { exceededBound } from './json-bounds.ts';
import { jsonFault } from './json-fault.ts';

/** Editors use a handful of levels. */
const BOUNDS = { levels: 64, values: Number.POSITIVE_INFINITY } as const;

export function templateJsonProblem(templateJson: string): string | null {
  if (exceededBound(templateJson, BOUNDS)) return `A template has at most ${BOUNDS.levels} levels.`;
  if (mjmlOf(templateJson) !== null) return null;
  const fault = jsonFault(templateJson);
  if (fault) return `The JSON is broken at line ${fault.line}, column ${fault.column}.`;
  return 'Write a JSON object with the MJML as a text under the key mjml: {"mjml":"<mjml>…</mjml>"}.';
}

/** A JSON document with a text under the key `mjml`; other keys belong to the editor. Null for any other text. */
export function mjmlOf(templateJson: string): string | null {
  try {
    const document: unknown = JSON.parse(templateJson);
    if (typeof document !== 'object' || document === null || !Object.hasOwn(document, 'mjml')) return null;
    const { mjml } = document as { mjml: unknown };
    return typeof mjml === 'string' && !Array.isArray(document) && mjml.trim() !== '' ? mjml : null;
  } catch {
    return null;
  }
}
