/** Words that no Python name may be. PEP 8 adds an underscore to them. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export const isKeyword = (name: string): boolean => KEYWORDS.has(name);

/** The name of an input in the Python client. */
export const argumentName = (name: string): string => (isKeyword(name) ? `${name}_` : name);

/** The name of a method in the Python client: `singleSendCreate` → `single_send_create`. */
export const methodName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`);

/** Python's literal for a JSON value. */
export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`);
    return `{${pairs.join(', ')}}`;
  }
  // A text in JSON is one in Python.
  return JSON.stringify(value);
}
