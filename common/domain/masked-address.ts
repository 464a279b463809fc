/** Stands for what is not shown. */
export const MASK = '•••';

/** `a•••@example.com`: enough for its owner, and not for a stranger with a forwarded mail. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(0, at));
  return `${first}${MASK}${address.slice(at)}`;
}
