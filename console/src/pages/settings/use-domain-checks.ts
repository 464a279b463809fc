import { useEffect, useRef, useState } from 'react';
import type { SendingDomain } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import { areChecksOver, nextCheckAt } from '../../data/domain-checks.ts';
import { hasAllRecords, sendingDomains } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';

/** Asks the service to look for the records of a domain. */
export async function checkDomain(id: number): Promise<void> {
  queries.setQueryData(['sending-domain', id], await api.sendingDomainCheck({ id }));
  await queries.invalidateQueries({ queryKey: sendingDomains.queryKey });
}

type Checks = { readonly state: 'none' | 'over' } | { readonly state: 'planned'; readonly next: number };

interface DomainChecks {
  readonly checks: Checks;
  /** Begins another hour. */
  readonly restart: () => void;
}

/**
 * Checks domains without all their records for an hour, one domain at a time and at most one a minute, while the page is visible. A check
 * that is due while the page is hidden waits until it is visible.
 */
export function useDomainChecks(list: readonly SendingDomain[]): DomainChecks {
  const open = list.filter((one) => !hasAllRecords(one)).map(({ id }) => id);
  const [startedAt, setStartedAt] = useState(() => Date.now());
  const [checks, setChecks] = useState<Checks>({ state: 'none' });
  const turn = useRef({ open, last: 0 });
  turn.current.open = open;
  const isOpen = open.length > 0;
  useEffect(() => {
    if (!isOpen) {
      setChecks({ state: 'none' });
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [isDue, isOver] = [false, false];
    const plan = (): void => {
      if (isOver) return;
      const next = nextCheckAt(startedAt, Date.now());
      setChecks(next === null ? { state: 'over' } : { state: 'planned', next });
      if (next !== null) timer = setTimeout(look, next - Date.now());
    };
    const look = (): void => {
      isDue = document.hidden;
      if (isDue) return;
      const now = turn.current;
      now.last = now.open.find((id) => id > now.last) ?? now.open[0] ?? 0;
      // A failure is no news: the next check comes, and the button tells about failures.
      void checkDomain(now.last)
        .catch(() => {})
        .finally(plan);
    };
    const seen = (): void => {
      if (!isDue || document.hidden) return;
      if (areChecksOver(startedAt, Date.now())) plan();
      else look();
    };
    document.addEventListener('visibilitychange', seen);
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [isOpen, startedAt]);
  return { checks, restart: () => setStartedAt(Date.now()) };
}
