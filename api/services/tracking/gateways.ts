import type { TrackedEvent, TrackedMail } from '../../../common/changes/engagement.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { GATEWAY_MS } from '../../../common/domain/fetch-labels.ts';
import type { Fetch } from '../../../common/domain/fetches.ts';
import { MAIL_PROVIDERS } from '../../../common/replies/providers.ts';

/** Recipients of one domain for whom no person's network fetches within {@link GATEWAY_MS}. */
const MANY = 10;
/** Pairs of network and recipient domain that are remembered: some 20 MB. */
const MOST = 20_000;

/** A fetch, and from which network it came; null where that says nothing. */
export type VisitorEvent = TrackedEvent & { readonly from?: string | null };

/** Finds networks that fetch for many recipients of a domain within seconds: gateways, which scan mails on their way. */
export interface Gateways {
  /** Answers the marks to write to the mails that were fetched so, also to mails of earlier calls. */
  marksFor(events: readonly VisitorEvent[], mails: readonly TrackedMail[]): TrackedEvent[];
}

/** Domains of mailbox providers: their recipients may share a network, that of a mobile operator or of a proxy for images. */
const PUBLIC = new Set(
  Object.values(MAIL_PROVIDERS).flatMap((provider) => ('domains' in provider ? provider.domains : [])),
);

/** A mail that a network fetched from, and whether its row says so already. */
interface Mark extends Pick<Fetch, 'at' | 'network' | 'agent'> {
  readonly id: number;
  isWritten: boolean;
}

const NONE: readonly Mark[] = Object.freeze([]);

/**
 * The memory of one API process. It is bounded, and may be lost: then a gateway shows some mails later. Accounts are apart, so that no account's
 * mails change what is said of another's.
 */
export function createGateways(): Gateways {
  // Two generations: what was seen last is in the newer one. To remove single entries took more time than all else.
  let newer = new Map<string, Mark[]>();
  let older = newer;

  /** The marks that are to be written from now on. */
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

  return {
    marksFor(events, mails) {
      const byId = new Map(mails.map((mail) => [mail._id, mail]));
      return events.flatMap((event) => {
        const mail = byId.get(event.id);
        if (!mail || !event.from || event.kind === 'unsubscribe' || event.kind === 'gateway') return [];
        // What names itself a machine needs no mark.
        if (event.client !== 'reader') return [];
        const domain = domainOf(mail.email_norm);
        if (PUBLIC.has(domain)) return [];
        const { id, at, network, agent } = event;
        return note(`${mail.user_id} ${event.from} ${domain}`, {
          id,
          at,
          network,
          agent,
          isWritten: false,
        }).map(
          (mark): TrackedEvent => ({
            id: mark.id,
            kind: 'gateway',
            client: 'robot',
            at: mark.at,
            network: mark.network,
            agent: mark.agent,
            link: 0,
          }),
        );
      });
    },
  };
}
