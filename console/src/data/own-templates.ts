import { queryOptions } from '@tanstack/react-query';
import type { OwnTemplate } from '../../../client/src/index.ts';
import { api } from './client.ts';

export type { OwnTemplate };

export const ownTemplates = queryOptions({
  queryKey: ['own-templates'],
  queryFn: ({ signal }) => api.ownTemplateList({}, { signal }),
});

/** Cached without expiry: each change of a template makes a new version. */
export const templateLooks = ({ id, version }: OwnTemplate) =>
  queryOptions({
    queryKey: ['own-template-looks', id, version],
    queryFn: ({ signal }) => api.ownTemplatePreview({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Characters of a name; the contract's limit. */
export const TEMPLATE_NAME_MAX = 100;
