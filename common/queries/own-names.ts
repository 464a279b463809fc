import { cached } from '../cache/cached.ts';
import { closestDomain, domainOfAddress } from '../domain/sending-domains.ts';
import { type OwnName, SendingDomain, type SendingDomainDocument } from '../models/sending-domains.ts';
import { everywhere } from '../store/everywhere.ts';

/** The hosts of a sending domain that replace those of the service in its mails. Null: a check has seen none. */
export interface OwnNames {
  readonly link_host: string | null;
  readonly return_path_host: string | null;
}

type NamedDomain = Pick<SendingDomainDocument, 'domain' | 'own_names' | 'link_host' | 'return_path_host'>;

const BELIEVED_MS = 2000;
const MOST = 2000;

/** By the sender's address. Read at most every two seconds. */
export const ownNamesOf = cached(
  async (userId: number, fromEmail: string): Promise<OwnNames> => {
    const from = domainOfAddress(fromEmail);
    const found = await SendingDomain.of(userId)
      .find({ 'own_names.0': { $exists: true } })
      .project<NamedDomain>({ domain: 1, own_names: 1, link_host: 1, return_path_host: 1 })
      .toArray();
    const closest =
      from === null
        ? null
        : await closestDomain(
            from,
            found.map(({ domain }) => domain),
          );
    const own = found.find(({ domain }) => domain === closest);
    const hostOf = (name: OwnName): string | null =>
      own?.own_names?.includes(name) ? (own[name] ?? null) : null;
    return { link_host: hostOf('link_host'), return_path_host: hostOf('return_path_host') };
  },
  { ms: BELIEVED_MS, most: MOST, keyOf: (userId, fromEmail) => `${userId} ${fromEmail}` },
);

/** Whether a sending domain of any account, whose check has passed, has this host for its links. */
export const isLinkHost = cached(
  async (host: string): Promise<boolean> =>
    (await everywhere(SendingDomain, 'tokens').findOne(
      { link_host: host, own_names: 'link_host' },
      { projection: { _id: 1 } },
    )) !== null,
  { ms: BELIEVED_MS, most: MOST },
);

/** `PUBLIC_URL` with another host. */
export function linkBase(publicUrl: string, host: string | null | undefined): string {
  if (!host) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.href.replace(/\/+$/, '');
}
