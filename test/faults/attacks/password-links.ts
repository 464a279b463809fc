import { passwordLink } from '../../support/password-links.ts';
import type { Attack, AttackCalls, Attacker } from './attack.ts';
import { endFurtherApi, furtherOrigin, layFurtherApi } from './further-api.ts';

const POSTS = 80;
const SIGN_INS = 4;
const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;
/** Beyond the networks of the attack. */
const FIRST_JUDGED = 50_000;

const post = (
  calls: Pick<AttackCalls, 'call'>,
  url: string,
  fields: Readonly<Record<string, string>>,
  from: string,
) =>
  calls.call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': from },
    body: new URLSearchParams(fields).toString(),
  });

/** A network for each call, so that none is refused for the calls before it. */
const networkOf = (at: number): string => `203.0.${Math.floor(at / 250) % 250}.${1 + (at % 250)}`;

const signIn = (calls: Pick<AttackCalls, 'call'>, origin: string, email: string, at: number) =>
  post(calls, `${origin}/account/sign-in`, { email, password: 'a wrong password' }, networkOf(at));

/** A known and an unknown address, by turns. */
const addressAt = ({ email }: Pick<Attacker, 'email'>, at: number): string =>
  at % 2 === 0 ? email : `unknown.${at}@victim.example`;

export const passwordLinks: Attack = {
  name: 'password-links',
  what: `${POSTS} uses at once of a link for a new password, and sign-ins meanwhile, in an API process that has just started`,
  async lay({ user_id }, arena) {
    const links = await Promise.all(Array.from({ length: 2 }, () => passwordLink(user_id)));
    return { ...(await layFurtherApi(arena)), links };
  },
  async run(calls, attacker) {
    const [fresh, [first, second]] = [furtherOrigin(attacker), attacker.laid['links']! as [string, string]];
    const useLinks = (origin: string, link: string) => (at: number) =>
      post(calls, `${origin}${link}`, { new_password: 'a longer password' }, networkOf(at));
    // All at once; afterwards a link is used up.
    await Promise.all([
      ...Array.from({ length: POSTS }, (_, at) => useLinks(fresh, first)(at)),
      ...Array.from({ length: POSTS }, (_, at) => useLinks(attacker.origin, second)(at)),
      calls.again(
        SIGN_INS,
        (at) => signIn(calls, at % 4 < 2 ? fresh : attacker.origin, addressAt(attacker, at), at),
        PAUSE_MS,
      ),
    ]);
  },
  /** The links are derived one after another, so the account's own sign-in may be busy for a while. */
  async judge(attacker) {
    const until = performance.now() + PATIENCE_MS;
    let statuses: readonly (number | undefined)[];
    let at = FIRST_JUDGED;
    do {
      statuses = await Promise.all([0, 1].map((which) => statusOf(attacker, which, at++)));
    } while (statuses.includes(503) && performance.now() < until);
    return [
      ...(statuses.every((status) => status === 422)
        ? []
        : [`sign-ins with a known and an unknown address: ${statuses.join(' and ')}`]),
      ...endFurtherApi(attacker),
    ];
  },
};

/** Of a sign-in with a wrong password; undefined: there was no answer. */
async function statusOf(attacker: Attacker, which: number, at: number): Promise<number | undefined> {
  let status: number | undefined;
  const call: AttackCalls['call'] = async (url, init) => {
    const answer = await fetch(url, init).catch(() => null);
    await answer?.arrayBuffer();
    status = answer?.status;
    return null;
  };
  await signIn({ call }, furtherOrigin(attacker), addressAt(attacker, which), at);
  return status;
}
