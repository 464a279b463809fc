import { type Counts, sentOf, sumOf } from './counts.ts';

/** Outcomes of the mails to a domain. */
interface DomainLine extends Counts {
  /** Null: all other domains. */
  readonly domain: string | null;
  /** Null: not known. */
  readonly provider: string | null;
}

/** A mailbox provider with its domains, or a domain. */
export interface ReceiverLine extends Counts {
  /** Null: all other domains. */
  readonly name: string | null;
  /** Of a provider, those with the most mails first. */
  readonly domains: readonly string[];
}

export type ReceiverKind = 'provider' | 'domain';

/** Those with the most mails first, and all other domains last. A domain whose provider is not known stands for itself. */
export function receiversOf(lines: readonly DomainLine[], by: ReceiverKind): readonly ReceiverLine[] {
  const groups = new Map<string, DomainLine[]>();
  for (const line of lines) {
    const { domain, provider } = line;
    const key = by === 'provider' && provider !== null ? `provider ${provider}` : `domain ${domain ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()]
    .map((group) => {
      const [{ domain, provider }] = group as [DomainLine];
      const isProvider = by === 'provider' && provider !== null;
      return {
        ...sumOf(group),
        name: isProvider ? provider : domain,
        domains: isProvider ? group.flatMap((line) => line.domain ?? []) : [],
      };
    })
    .toSorted(
      (one, other) => Number(one.name === null) - Number(other.name === null) || sentOf(other) - sentOf(one),
    );
}
