/** A person who signs in again over the page, after the session ended. Calls wait for that. */
interface SigningIn {
  readonly done: Promise<void>;
  readonly finish: () => void;
}

let email: string | null = null;
let current: SigningIn | null = null;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** The address of the person who uses this page. */
export const personHere = (): string | null => email;
/** A page of one person does not go on with the session of another: it loads again. Returns whether it may go on. */
export function goesOnAs(address: string): boolean {
  if (email !== null && email !== address) {
    location.reload();
    return false;
  }
  email = address;
  return true;
}

export const isSigningIn = (): boolean => current !== null;
export function onSigningIn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const signInPage = (): string =>
  `/account/sign-in?return=${encodeURIComponent(location.pathname + location.search)}`;

/** Asks the person to sign in over the page. Without a known person, the sign-in page takes the place of this one. */
export function signInAgain(): Promise<void> {
  if (email === null) {
    location.assign(signInPage());
    return new Promise(() => {});
  }
  if (!current) {
    let finish = (): void => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    current = { done, finish };
    tell();
  }
  return current.done;
}

/** Resolves once the person has signed in; at once where nobody is asked. */
export const whenSignedIn = (): Promise<void> => current?.done ?? Promise.resolve();

export function signedIn(): void {
  current?.finish();
  current = null;
  tell();
}

export type SignInAnswer = 'in' | 'code' | 'wrong' | 'often' | 'busy' | 'again';

const PASSWORD = '/account/sign-in';
const CODE = '/account/sign-in/code';

/** A refused sign-in with a longer wait had too many tries; with a shorter one, the service has too much to do. */
const BUSY_SECONDS = 10;

/** Sends a form of the sign-in page, which answers by redirects. */
async function post(path: string, fields: Readonly<Record<string, string>>): Promise<SignInAnswer> {
  const answer = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    body: new URLSearchParams({ ...fields, return: '/console' }),
  });
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    return seconds <= BUSY_SECONDS ? 'busy' : 'often';
  }
  if (answer.status === 422) return 'wrong';
  if (!answer.ok) throw new Error(`The sign-in was not answered (${answer.status}).`);
  const { pathname } = new URL(answer.url);
  if (pathname === CODE) return 'code';
  return pathname === PASSWORD ? 'again' : 'in';
}

export const signInWith = (password: string): Promise<SignInAnswer> =>
  post(PASSWORD, { email: email ?? '', password });
export const signInWithCode = (code: string): Promise<SignInAnswer> => post(CODE, { code });

/** The address of the person who has signed in in another tab; null while there is no session. */
export async function personOfSession(): Promise<string | null> {
  const answer = await fetch('/console/session', {
    headers: { 'X-Console': '1' },
    credentials: 'same-origin',
  }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { message: { email: string } }).message.email : null;
}

/** False: someone else has signed in in another tab, who cannot see the records of this page, or nobody has. */
export const isSessionOfPage = async (): Promise<boolean> => (await personOfSession()) === email;
