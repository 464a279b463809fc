import { queryOptions } from '@tanstack/react-query';
import type { OwnTemplate } from '../../../client/src/index.ts';
import { api } from './client.ts';

export type { OwnTemplate };

/** The templates of the account with their designs, the oldest first. */
export const ownTemplates = queryOptions({
  queryKey: ['own-templates'],
  queryFn: ({ signal }) => api.ownTemplateList({}, { signal }),
});

/** How a template looks. A change of it makes another version, so what is known stays true. */
export const templateLooks = ({ id, version }: OwnTemplate) =>
  queryOptions({
    queryKey: ['own-template-looks', id, version],
    queryFn: ({ signal }) => api.ownTemplatePreview({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Characters of a name that the contract takes. */
export const TEMPLATE_NAME_MAX = 100;
