import { queryOptions } from '@tanstack/react-query';
import { saveUnderWay } from '../../app/saving.ts';
import { api } from '../../data/client.ts';

export const draftQuery = (utr: string) =>
  queryOptions({
    queryKey: ['campaign-draft', utr],
    queryFn: async ({ signal }) => {
      await saveUnderWay(utr).catch(() => {});
      return (await api.singleSendDetails({ utr }, { signal }))[0]!;
    },
    // The draft is newer than the stored campaign.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
