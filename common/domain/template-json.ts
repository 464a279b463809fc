/**
 * The MJML text of a `template_json`: a JSON document with a text under the key `mjml`; further keys are the editor's.
 * Null for anything else, which is no template.
 */
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
