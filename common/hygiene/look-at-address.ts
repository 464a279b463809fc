import { LRUCache } from 'lru-cache';
import { domainOf } from '../domain/domain-of.ts';
import { hygieneLists } from './lists.ts';
import { createNearWords } from './one-letter-off.ts';

interface AddressDoubts {
  /** The domain that was probably meant; null: no typing error. */
  readonly typo: string | null;
  readonly role: boolean;
  readonly disposable: boolean;
}

/** Lists of customers have many domains of companies. */
const DOMAINS_KEPT = 20_000;

const lookers = new Map<string | null, (address: string) => AddressDoubts>();

/** `folder`: lists of the operator, or null. The lists are read once. A new domain takes some microseconds. */
export function lookAtAddress(address: string, folder: string | null): AddressDoubts {
  let look = lookers.get(folder);
  if (!look) {
    look = createLook(folder);
    lookers.set(folder, look);
  }
  return look(address);
}

function createLook(folder: string | null): (address: string) => AddressDoubts {
  const lists = hygieneLists(folder);
  const near = createNearWords(lists['large-domains']);
  const domains = new LRUCache<string, AddressDoubts>({ max: DOMAINS_KEPT });
  const lookAtDomain = (domain: string): AddressDoubts => {
    const known = domains.get(domain);
    if (known) return known;
    const typo = near(domain);
    // The list also has typing errors of large domains, and a few large ones.
    const mayBe = typo === null && !lists['large-domains'].has(domain);
    const disposable = mayBe && withParents(domain).some((one) => lists['disposable-domains'].has(one));
    const doubts = { typo, disposable, role: false };
    domains.set(domain, doubts);
    return doubts;
  };
  // Each row of an import comes here, so it makes no object for an address without a role.
  return (address) => {
    const lower = address.toLowerCase();
    const at = lower.lastIndexOf('@');
    const tag = lower.indexOf('+');
    const name = lower.slice(0, tag !== -1 && tag < at ? tag : at);
    const doubts = lookAtDomain(lower.slice(at + 1));
    return lists['role-names'].has(name) ? { ...doubts, role: true } : doubts;
  };
}

/** A domain, and those of which it is a subdomain: at most four. */
function withParents(domain: string): string[] {
  const labels = domain.split('.').slice(-5);
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** A sentence for the author for each doubt. */
export function addressWarnings(address: string, folder: string | null): string[] {
  const { typo, role, disposable } = lookAtAddress(address, folder);
  return [
    ...(typo === null ? [] : [`${address} may have a typing error: did you mean ${typo}?`]),
    ...(role ? [`${address} is the address of a role, not of a person.`] : []),
    ...(disposable ? [`${domainOf(address)} is a domain for addresses that are thrown away.`] : []),
  ];
}
