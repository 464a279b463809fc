import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The lists that several pages ask for. Their names are the contract's. */
export const contactTypes = queryOptions({
  queryKey: ['contact-types'],
  queryFn: ({ signal }) => api.contactTypeList({}, { signal }),
});

export const senders = queryOptions({
  queryKey: ['senders'],
  queryFn: ({ signal }) => api.senderList({}, { signal }),
});

export const sendingDomains = queryOptions({
  queryKey: ['sending-domains'],
  queryFn: ({ signal }) => api.sendingDomainList({}, { signal }),
});

export const segments = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => api.segmentList({}, { signal }),
});

export const customFields = queryOptions({
  queryKey: ['custom-fields'],
  queryFn: ({ signal }) => api.customFieldList({}, { signal }),
});
