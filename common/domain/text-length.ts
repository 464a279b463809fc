/**
 * Whether a text has more than `max` characters, counted as people do and not in UTF-16's units. Only a text that can
 * still be either is walked: to count 10 MB by `Array.from` held the event loop for 200 ms.
 */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters > max;
}
