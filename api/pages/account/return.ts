/** Pages to return to after signing in: only ours. */
const RETURN = /^\/(?:account|design\/[\w-]{1,64}|console(?:\/[\w/-]{0,200})?)$/;
export const HOME = '/account';

export const returnFrom = (given: unknown): string =>
  typeof given === 'string' && RETURN.test(given) ? given : HOME;
