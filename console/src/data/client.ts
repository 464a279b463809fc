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
 * A call with the session's cookie, and a header that forms of other sites cannot send. It still arrives while the page closes. Without a
 * session, the person signs in over the page, and the call fails.
 */
const fetchNow: typeof fetch = async (target, init = {}) => {
  const headers = new Headers(init.headers);
  headers.delete('PublicKey');
  headers.delete('SecretKey');
  headers.set('X-Console', '1');
  const isShort = init.body === undefined || (typeof init.body === 'string' && init.body.length < KEPT_ALIVE);
  const keepalive = isLeaving && isShort;
  const response = await fetch(target, { ...init, headers, credentials: 'same-origin', keepalive });
  if (response.status !== 401) answeredAt = Date.now();
  if (response.status === 401 && !isLeaving) void signInAgain();
  return response;
};

/** As `fetchNow`, but reads wait until the person has signed in, then repeat. Others fail, so that nothing is sent late. */
export const consoleFetch: typeof fetch = async (target, init = {}) => {
  const response = await fetchNow(target, init);
  if (response.status !== 401 || isLeaving || (init.method ?? 'GET') !== 'GET') return response;
  await whenSignedIn();
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

const CLIENT = { url: '/console', publicKey: '', secretKey: '', retries: 0 } as const;
export const api = createClient({ ...CLIENT, fetch: consoleFetch });
/** For acts that mail people: reads fail, too, without a session, so that nothing goes out after hours. */
export const apiNow = createClient({ ...CLIENT, fetch: fetchNow });
