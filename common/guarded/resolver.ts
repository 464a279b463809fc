import { Resolver } from 'node:dns/promises';

/** Milliseconds for a server's answer, and tries of each server. */
const [TRY_MS, TRIES] = [1500, 2];

/** c-ares: the name does not exist, or has no records of this type. Any other code is no answer, and says nothing about the name. */
export const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** `servers` null: those of the system. */
export function createResolver(servers: readonly string[] | null): Resolver {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return resolver;
}

/** Lets `ask` query the DNS; an abort cancels its queries. */
export async function withResolver<Answer>(
  servers: readonly string[] | null,
  signal: AbortSignal,
  ask: (resolver: Resolver) => Promise<Answer>,
): Promise<Answer> {
  const resolver = createResolver(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    return await ask(resolver);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
