/** Pages to return to after signing in: only our own, never an address from outside. */
const RETURN = /^\/(?:account|design\/[\w-]{1,64}|console(?:\/[\w/-]{0,200})?)$/;
export const HOME = '/account';

/** Where a visitor goes after signing in, from what a form or an address says. */
export const returnFrom = (given: unknown): string =>
  typeof given === 'string' && RETURN.test(given) ? given : HOME;
