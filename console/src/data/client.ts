import { createClient } from '../../../client/src/index.ts';

function leadToSignIn(): void {
  location.assign(`/account/sign-in?return=${encodeURIComponent(location.pathname)}`);
}

/** Below the limit of browsers for `keepalive` requests of a page that is being closed. */
const KEPT_ALIVE = 32_000;

let isLeaving = false;
// Before listeners run, as they may call the service.
addEventListener('pagehide', () => (isLeaving = true), { capture: true });
addEventListener('pageshow', () => (isLeaving = false));

/**
 * A call with the session's cookie, and a header that forms of other sites cannot send. It still arrives while the page closes.
 * Without a session, the browser goes to the sign-in page, which returns here.
 */
export const consoleFetch: typeof fetch = async (target, init = {}) => {
  const headers = new Headers(init.headers);
  headers.delete('PublicKey');
  headers.delete('SecretKey');
  headers.set('X-Console', '1');
  const isShort = init.body === undefined || (typeof init.body === 'string' && init.body.length < KEPT_ALIVE);
  const keepalive = isLeaving && isShort;
  const response = await fetch(target, { ...init, headers, credentials: 'same-origin', keepalive });
  if (response.status === 401) leadToSignIn();
  return response;
};

export const api = createClient({
  url: '/console',
  publicKey: '',
  secretKey: '',
  fetch: consoleFetch,
  retries: 0,
});
