import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Preview } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import { isBusy } from '../../data/queries.ts';

/** Contacts that get the mail. */
type SampledPeople = Awaited<ReturnType<typeof api.singleSendAudience>>['sample'];

export interface LastPreview {
  readonly mail: Preview | undefined;
  readonly error: Error | null;
  /** The chosen recipient, also while the mail is loaded or cannot be, and the place in the sample, from 1; null: a contact without data. */
  readonly person: { readonly email: string; readonly place: number } | null;
  /** Recipients to leaf through. */
  readonly people: number;
  /** The next recipient, or the previous one; the first follows the last. */
  readonly leaf: (step: 1 | -1) => void;
  /** The mail of the chosen recipient is not there yet. */
  readonly isStale: boolean;
  readonly retry: () => void;
}

/**
 * The mail as one of its recipients gets it. `sample` is undefined while recipients are counted. `ready` saves the draft, and returns false if that
 * fails.
 */
export function useLastPreview(
  utr: string,
  sample: SampledPeople | undefined,
  ready: () => Promise<boolean>,
): LastPreview {
  const [chosen, setChosen] = useState(0);
  const people = sample?.length ?? 0;
  const at = chosen < people ? chosen : 0;
  const contact = sample?.[at] ?? null;
  const preview = useQuery({
    queryKey: ['campaign-preview', utr, 'last', contact?.contact_id ?? null, at],
    queryFn: async ({ signal }) => {
      if (!(await ready())) throw new Error('What was written is not saved.');
      return api.singleSendPreview({ utr, ...(contact && { contact_id: contact.contact_id }) }, { signal });
    },
    // Without a person it shows the fallbacks of fields.
    enabled: sample !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: isBusy,
    refetchOnWindowFocus: false,
  });
  return {
    mail: preview.data,
    error: preview.error,
    person: contact && { email: contact.email, place: at + 1 },
    people,
    leaf: (step) => setChosen((at + step + people) % people),
    isStale: preview.isPlaceholderData,
    retry: () => void preview.refetch(),
  };
}
