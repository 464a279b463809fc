import type { TrackedEvent, TrackedMail } from '../../../common/changes/engagement.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { GATEWAY_MS } from '../../../common/domain/fetch-labels.ts';
import type { Fetch } from '../../../common/domain/fetches.ts';
import { MAIL_PROVIDERS } from '../../../common/replies/providers.ts';

/** Recipients of one domain, fetched from one network within {@link GATEWAY_MS}: no person's network does this. */
const MANY = 10;
/** Maximum pairs of network and recipient domain in memory: about 20 MB. */
const MOST = 20_000;

/** A fetch with its network; null if the network says nothing. */
export type VisitorEvent = TrackedEvent & { readonly from?: string | null };

/** Domains of mailbox providers: their recipients may share the network of a mobile operator or image proxy. */
const PUBLIC = new Set(
  Object.values(MAIL_PROVIDERS).flatMap((provider) => ('domains' in provider ? provider.domains : [])),
);

interface Mark extends Pick<Fetch, 'at' | 'network' | 'agent'> {
  readonly id: number;
  readonly account: number;
  isWritten: boolean;
}

const NONE: readonly Mark[] = Object.freeze([]);

/**
 * Finds gateways, which scan mails in transit: networks that fetch for many recipients of a domain within seconds. Returns a function that
 * makes the marks to write to fetched mails, including mails of earlier calls. Its memory is bounded; after a restart, a gateway is found
 * some mails later. Accounts never affect each other.
 */
export function createGateways() {
  // Two generations; the newer one has the latest entries. Deleting single entries took more time than all other work.
  let newer = new Map<string, Mark[]>();
  let older = newer;

  /** Returns the marks to write now. */
  function note(key: string, mark: Mark): readonly Mark[] {
    const known = newer.get(key) ?? older.get(key);
    if (newer.size >= MOST / 2) {
      older = newer;
      newer = new Map();
    }
    if (!known) {
      newer.set(key, [mark]);
      return NONE;
    }
    const before = known.filter(({ id, at }) => id !== mark.id && mark.at - at <= GATEWAY_MS);
    const all = [...before.slice(1 - MANY), mark];
    newer.set(key, all);
    if (all.length < MANY) return NONE;
    const fresh = all.filter(({ isWritten }) => !isWritten);
    for (const one of fresh) one.isWritten = true;
    return fresh;
  }

  return (events: readonly VisitorEvent[], mails: readonly TrackedMail[]): TrackedEvent[] => {
    const byId = new Map(mails.map((mail) => [mail._id, mail]));
    return events.flatMap((event) => {
      const mail = byId.get(event.id);
      if (!mail || !event.from || event.kind === 'unsubscribe' || event.kind === 'gateway') return [];
      // A client that names itself a machine needs no mark.
      if (event.client !== 'reader') return [];
      const domain = domainOf(mail.email_norm);
      if (PUBLIC.has(domain)) return [];
      const { id, at, network, agent } = event;
      const mark = { id, account: mail.user_id, at, network, agent, isWritten: false };
      return note(`${mail.user_id} ${event.from} ${domain}`, mark).map((seen): TrackedEvent => {
        const { id, account, at, network, agent } = seen;
        return { id, account, at, network, agent, kind: 'gateway', client: 'robot', link: 0 };
      });
    });
  };
}
