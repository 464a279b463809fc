import { isAlive } from '../../../local/processes.mjs';
import type { Arena } from '../support/arena.ts';
import type { Attacker } from './attack.ts';

/** Starts a further API on the same stores, for an attack on a fresh process, or on two. */
export async function layFurtherApi({ stack }: Arena): Promise<Attacker['laid']> {
  const { api, origin } = await stack.startFurtherApi();
  return { origin: [origin], pid: [String(api.pid)] };
}

export const furtherOrigin = ({ laid }: Pick<Attacker, 'laid'>): string => laid['origin']![0]!;

/** Ends it; returns what is wrong if it has ended by itself. */
export function endFurtherApi({ laid }: Pick<Attacker, 'laid'>): string[] {
  const pid = Number(laid['pid']![0]);
  if (!isAlive(pid)) return ['the further API died'];
  process.kill(pid);
  return [];
}
