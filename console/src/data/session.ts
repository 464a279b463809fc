import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/index.ts';
import { consoleFetch } from './client.ts';
import {
  forgetDrafts,
  hasUnkeptDrafts,
  keepDraftsAgain,
  keptDrafts,
  type NamedDraft,
} from './kept-drafts.ts';
import { runPending } from './pending-changes.ts';
import { queries } from './queries.ts';
import { goesOnAs, isSigningIn, onSigningIn } from './sign-in.ts';

export interface Session {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  /** IANA name; all dates are shown in this zone. */
  readonly timezone: string;
  /** Whether it may see the operator's pages. */
  readonly is_operator: boolean;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const response = await consoleFetch('/console/session', { signal });
    if (!response.ok) throw new Error(`The session could not be read (${response.status}).`);
    const { message } = (await response.json()) as { message: Session };
    // Never settles while the page loads again.
    if (!goesOnAs(message.email)) return new Promise(() => {});
    return message;
  },
  staleTime: 300_000,
});

/** How the names of all drafts of an account begin. */
export const ownDrafts = ({ user_id }: Session): string => `${user_id}/`;

/** Takes the session that the page came with; Vite's own server gives none. */
export function takeSession(): void {
  const given = document.querySelector<HTMLMetaElement>('meta[name=session]')?.content ?? '';
  if (!given.startsWith('{')) return;
  const session = JSON.parse(given) as Session;
  goesOnAs(session.email);
  queries.setQueryData(sessionQuery.queryKey, session);
  keepDraftsAgain(ownDrafts(session));
}

onSigningIn(() => {
  const session = queries.getQueryData(sessionQuery.queryKey);
  if (session && !isSigningIn()) keepDraftsAgain(ownDrafts(session));
});

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** What the person has written on any page, also in an earlier visit, and not saved. */
export const unsavedDrafts = async (): Promise<readonly NamedDraft[]> =>
  keptDrafts(ownDrafts(await queries.ensureQueryData(sessionQuery)));

let isSignedOut = false;
// Before those of pages: a window calls its listeners in the order in which they were added, and none can take back the question of another.
addEventListener('beforeunload', (event) => {
  if (isSignedOut) event.stopImmediatePropagation();
  else if (hasUnkeptDrafts()) event.preventDefault();
});

/**
 * Makes the changes that can still be undone first, because they need the session. The drafts of the account are forgotten once the session has ended. No
 * page asks whether to stay, because nothing can be stored any more: the caller asks first. Settles only if it fails.
 */
export async function signOut(): Promise<never> {
  const session = await queries.ensureQueryData(sessionQuery);
  await runPending();
  await endSession();
  await forgetDrafts(ownDrafts(session));
  isSignedOut = true;
  location.assign('/account/sign-in');
  return new Promise(() => {});
}

/** Throws while the session may live on; one that has ended already is no failure. */
async function endSession(): Promise<void> {
  const { ok, status } = await consoleFetch('/console/session', { method: 'DELETE' });
  if (ok || status === 401) return;
  throw new ApiError({ call: 'session', status, errors: '', hints: {}, requestId: null, retryAfter: null });
}

/** Whether the browser would ask the person before this page is left. */
export const isLeavingAsked = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
