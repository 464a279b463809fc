/** The header fields of a raw mail in their order, unfolded, with names in lower case. */
export function headersOf(raw: Buffer): (readonly [name: string, value: string])[] {
  const text = raw.toString('latin1');
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
}

export const valuesOf = (headers: ReturnType<typeof headersOf>, name: string): string[] =>
  headers.filter(([one]) => one === name).map(([, value]) => value);
