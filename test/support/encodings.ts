type Pairs = readonly (readonly [key: string, value: string])[];

/** The encodings of a body that every endpoint takes: key and value pairs to what `client.post` sends. */
export const ENCODINGS: Readonly<
  Record<string, (pairs: Pairs) => FormData | URLSearchParams | Record<string, unknown>>
> = {
  multipart: (pairs) => {
    const form = new FormData();
    for (const [key, value] of pairs) form.append(key, value);
    return form;
  },
  urlencoded: (pairs) => new URLSearchParams(pairs.map(([key, value]) => [key, value])),
  JSON: (pairs) => Object.fromEntries(pairs),
};

/** A multipart body written by hand: each part's headers and content, and how it ends. */
export function multipart(
  parts: readonly (readonly [headers: string, content: string])[],
  end = '--limit--\r\n',
) {
  const written = parts.map(([headers, content]) => `--limit\r\n${headers}\r\n\r\n${content}\r\n`);
  return {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=limit' },
    body: written.join('') + end,
  };
}
