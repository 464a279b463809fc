import { ApiError, createClient } from '../../../client/src/index.ts';
import { signInAgain, whenSignedIn } from './sign-in.ts';

/** Below the limit of browsers for `keepalive` requests of a page that is being closed. */
const KEPT_ALIVE = 32_000;

/** Milliseconds for which an answer shows that there is a session. */
const FRESH_MS = 200;

let answeredAt = 0;
let isLeaving = false;
// Before listeners run, as they may call the service.
addEventListener('pagehide', () => (isLeaving = true), { capture: true });
addEventListener('pageshow', () => (isLeaving = false));

/**
 * A call with the session's cookie, and a header that forms of other sites cannot send. It still arrives while the page closes.
 * Without a session, the person signs in over the page. Reads wait for that, then repeat. Others fail, so that nothing is sent late.
 */
export const consoleFetch: typeof fetch = async (target, init = {}) => {
  const headers = new Headers(init.headers);
  headers.delete('PublicKey');
  headers.delete('SecretKey');
  headers.set('X-Console', '1');
  const isShort = init.body === undefined || (typeof init.body === 'string' && init.body.length < KEPT_ALIVE);
  const keepalive = isLeaving && isShort;
  const response = await fetch(target, { ...init, headers, credentials: 'same-origin', keepalive });
  if (response.status !== 401) answeredAt = Date.now();
  if (response.status !== 401 || isLeaving) return response;
  const done = signInAgain();
  if ((init.method ?? 'GET') !== 'GET') return response;
  await done;
  return consoleFetch(target, init);
};

/** Saves what a person has written; once more after they have signed in again, if the session had ended. Not for acts that mail people. */
export async function saveInSession<Answer>(save: () => Promise<Answer>): Promise<Answer> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await whenSignedIn();
    return save();
  }
}

/** When the service last answered in a session (`Date.now()`). */
export const lastAnswerAt = (): number => answeredAt;

/** Resolves once there is a session; asks the person to sign in over the page where it has ended. */
export async function whenInSession(): Promise<void> {
  await whenSignedIn();
  if (Date.now() - answeredAt < FRESH_MS) return;
  const answer = await consoleFetch('/console/session');
  // A request whose answer is not read stays open.
  await answer.text();
}

export const api = createClient({
  url: '/console',
  publicKey: '',
  secretKey: '',
  fetch: consoleFetch,
  retries: 0,
});
