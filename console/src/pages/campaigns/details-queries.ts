import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import type { Mailing } from '../../data/mailing.ts';
import { isBusy } from '../../data/queries.ts';

/** Milliseconds between two polls of the results by link, time and domain. Each poll may count thousands of rows. */
const LOOK_MS = 5000;

const live = { placeholderData: keepPreviousData, staleTime: LOOK_MS, refetchInterval: LOOK_MS } as const;

const CALLS = {
  campaign: {
    preview: api.singleSendPreview,
    links: api.singleSendLinks,
    timeline: api.singleSendTimeline,
    domains: api.singleSendDomains,
  },
  email: {
    preview: api.automationSchedulePreview,
    links: api.automationScheduleLinks,
    timeline: api.automationScheduleTimeline,
    domains: api.automationScheduleDomains,
  },
} as const;

/** The mail as its content is now, without a recipient. */
export const mailQuery = ({ kind, utr }: Mailing) =>
  queryOptions({
    queryKey: [`${kind}-preview`, utr, 'report'],
    queryFn: ({ signal }) => CALLS[kind].preview({ utr }, { signal }),
    retry: isBusy,
    refetchOnWindowFocus: false,
  });

export const linksQuery = ({ kind, utr }: Mailing) =>
  queryOptions({
    queryKey: ['mail-links', utr],
    queryFn: async ({ signal }) => (await CALLS[kind].links({ utr }, { signal })).links,
    ...live,
  });

export const timelineQuery = ({ kind, utr }: Mailing, by: 'hour' | 'day') =>
  queryOptions({
    queryKey: ['mail-timeline', utr, by],
    queryFn: async ({ signal }) => (await CALLS[kind].timeline({ utr, by }, { signal })).timeline,
    ...live,
  });

export const domainsQuery = ({ kind, utr }: Mailing) =>
  queryOptions({
    queryKey: ['mail-domains', utr],
    queryFn: async ({ signal }) => (await CALLS[kind].domains({ utr, providers: 1 }, { signal })).domains,
    ...live,
  });
