import { useQuery } from '@tanstack/react-query';
import type { Preview } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import type { Draft } from './draft.ts';

const LOOK = { gcTime: 0, staleTime: 0, retry: false, refetchOnWindowFocus: false } as const;

/** A contact of an audience or a segment: `contacts_<id>`, `segments_<id>`. */
async function firstOf(entry: string, signal: AbortSignal) {
  const [table, id] = entry.split('_');
  const audience = table === 'segments' ? { segment_id: Number(id) } : { contact_type_id: Number(id) };
  const { contacts } = await api.contactFind(
    { ...audience, status: 'mailable', order: 'oldest', limit: 1 },
    { signal },
  );
  return contacts[0] ?? null;
}

export interface LastPreview {
  readonly mail: Preview | undefined;
  readonly error: Error | null;
  /** The address of the recipient; null: a contact without data. */
  readonly person: string | null;
  readonly retry: () => void;
}

/** The mail as one of its recipients gets it. `ready` saves the draft, and returns false if that fails. */
export function useLastPreview(
  utr: string,
  recipients: Draft['recipient_id'] | undefined,
  ready: () => Promise<boolean>,
): LastPreview {
  const [entry] = recipients ?? [];
  const first = useQuery({
    queryKey: ['campaign-preview', utr, 'person', entry],
    queryFn: ({ signal }) => firstOf(entry!, signal),
    enabled: entry !== undefined,
    ...LOOK,
  });
  const contact = first.data ?? null;
  const preview = useQuery({
    queryKey: ['campaign-preview', utr, 'last', contact?.id ?? null],
    queryFn: async ({ signal }) => {
      if (!(await ready())) throw new Error('What was written is not saved.');
      return api.singleSendPreview({ utr, ...(contact && { contact_id: contact.id }) }, { signal });
    },
    // Without a person it shows the fallbacks of fields.
    enabled: recipients !== undefined && !first.isLoading,
    ...LOOK,
  });
  return {
    mail: preview.data,
    error: preview.error,
    person: contact?.email ?? null,
    retry: () => void preview.refetch(),
  };
}
