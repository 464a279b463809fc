/** Code points, not UTF-16 units. Counting 10 MB by `Array.from` blocked the event loop for 200 ms. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters > max;
}
