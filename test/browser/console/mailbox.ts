/** A mail reader of a person, as the service tells it from machines. */
export const READER = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  Accept: 'image/avif,image/webp,image/*,*/*;q=0.8',
};

/** The path of the first address in a mail that has a text. */
export function pathIn(html: string, text: string): string {
  const [found] = html.match(new RegExp(`https?://[^"'\\s<>]*${text}[^"'\\s<>]*`)) ?? [];
  if (!found) throw new Error(`The mail has no address with ${text}.`);
  return new URL(found.replaceAll('&amp;', '&')).pathname;
}
