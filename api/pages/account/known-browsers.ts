import { type AccountCookies, createAccountCookies, type NamedAccount } from './account-cookies.ts';

/** A browser in which the account has signed in before. */
export type KnownBrowser = NamedAccount;

/** A year. */
const LASTS_SECONDS = 365 * 24 * 3600;

/**
 * Browsers that signed in before, recognised by a cookie that names the account (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies"). Attempts from other places do not count against them, so wrong passwords of an attacker do not
 * lock out the owner. The cookie alone gives no access.
 */
export const createKnownBrowsers = (publicUrl: string, secrets: readonly string[]): KnownBrowsers =>
  createAccountCookies(publicUrl, secrets, {
    name: 'known',
    purpose: 'known browsers',
    seconds: LASTS_SECONDS,
  });

export type KnownBrowsers = Pick<AccountCookies, 'find' | 'remember'>;
