type Pairs = readonly (readonly [key: string, value: string])[];

/** The encodings that every endpoint accepts: from key and value pairs to what `client.post` sends. */
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

/** A hand-written multipart body: the headers and content of each part, and the end. */
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
