/** PEP 8 adds an underscore to a name that is a keyword. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export const isKeyword = (name: string): boolean => KEYWORDS.has(name);

export const argumentName = (name: string): string => (isKeyword(name) ? `${name}_` : name);

/** `singleSendCreate` → `single_send_create`. */
export const methodName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`);

export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`);
    return `{${pairs.join(', ')}}`;
  }
  // A JSON text is a valid Python text.
  return JSON.stringify(value);
}
