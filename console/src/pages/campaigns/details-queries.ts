import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/client.ts';

/** Milliseconds between two looks at what became of mails by link, time and domain: each may count thousands of rows. */
const LOOK_MS = 5000;

const live = { placeholderData: keepPreviousData, staleTime: LOOK_MS, refetchInterval: LOOK_MS } as const;

export const linksQuery = (utr: string) =>
  queryOptions({
    queryKey: ['campaign-links', utr],
    queryFn: async ({ signal }) => (await api.singleSendLinks({ utr }, { signal })).links,
    ...live,
  });

export const timelineQuery = (utr: string, by: 'hour' | 'day') =>
  queryOptions({
    queryKey: ['campaign-timeline', utr, by],
    queryFn: async ({ signal }) => (await api.singleSendTimeline({ utr, by }, { signal })).timeline,
    ...live,
  });

export const domainsQuery = (utr: string) =>
  queryOptions({
    queryKey: ['campaign-domains', utr],
    queryFn: async ({ signal }) => (await api.singleSendDomains({ utr }, { signal })).domains,
    ...live,
  });
