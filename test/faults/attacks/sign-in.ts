import { ask } from '../../../bench/support/ask.ts';
import type { Attacker } from './attack.ts';

/** The cookie of the account, signed in. `from`: the address that a proxy reports. */
export async function signIn(
  { origin, email, password }: Pick<Attacker, 'origin' | 'email' | 'password'>,
  from?: string,
): Promise<string> {
  const answer = await ask(`${origin}/account/sign-in`, {
    method: 'POST',
    ...(from && { headers: { 'X-Forwarded-For': from } }),
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  const [cookie] = answer.headers.getSetCookie();
  if (!cookie) throw new Error(`sign-in: ${answer.status} without a cookie`);
  return cookie.split(';', 1)[0]!;
}
