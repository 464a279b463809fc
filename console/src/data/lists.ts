import { queryOptions } from '@tanstack/react-query';
import type { SendingDomain } from '../../../client/src/index.ts';
import { api } from './client.ts';

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

/** Whether checks saw the key of a domain and each own host that it asks for. */
export const hasAllRecords = ({
  is_verified,
  link_host,
  return_path_host,
  own_names,
}: SendingDomain): boolean =>
  is_verified === 1 &&
  Object.entries({ link_host, return_path_host }).every(
    ([name, host]) => host === null || own_names.some((one) => one === name),
  );

export const segments = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => api.segmentList({}, { signal }),
});

/** Milliseconds between two looks at segments that are being updated. */
const REFRESHING_MS = 1000;

/** The segments, also while one of them is updated. */
export const refreshedSegments = queryOptions({
  ...segments,
  refetchInterval: ({ state }) => (state.data?.some((one) => one.refreshing) ? REFRESHING_MS : false),
});

export const customFields = queryOptions({
  queryKey: ['custom-fields'],
  queryFn: ({ signal }) => api.customFieldList({}, { signal }),
});

export const contactTags = queryOptions({
  queryKey: ['contacts', 'tags'],
  queryFn: ({ signal }) => api.contactTagList({}, { signal }),
});

export const imports = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => api.importList({}, { signal }),
});

export const reservedFields = queryOptions({
  queryKey: ['reserved-fields'],
  queryFn: ({ signal }) => api.reservedFieldList({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const notificationRecipients = queryOptions({
  queryKey: ['notification-recipients'],
  queryFn: ({ signal }) => api.notificationRecipientList({}, { signal }),
});

export const unsubscribeGroups = queryOptions({
  queryKey: ['unsubscribe-groups'],
  queryFn: ({ signal }) => api.unsubscribeGroupList({}, { signal }),
});

export const media = queryOptions({
  queryKey: ['media'],
  queryFn: ({ signal }) => api.mediaList({}, { signal }),
});

export const webhooks = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => api.webhookList({}, { signal }),
});

/** Name, logo, colours and fonts of the account. */
export const brand = queryOptions({
  queryKey: ['brand'],
  queryFn: ({ signal }) => api.brandDetails({}, { signal }),
});

/** Built-in designs, which change only with a release. */
export const templates = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => api.templateList({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Placeholders for emails, as in `((name))`. */
export const placeholders = queryOptions({
  queryKey: ['placeholders'],
  queryFn: ({ signal }) => api.dynamicContentList({}, { signal }),
});
