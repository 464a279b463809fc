import { queryOptions } from '@tanstack/react-query';
import { consoleCall, postForm } from './console-call.ts';

export interface Closing {
  readonly days: number;
  readonly asks_for_code: boolean;
}

export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => consoleCall<Closing>('access/closing', { signal }),
});

export const closeAccount = (fields: Readonly<Record<string, string>>): Promise<unknown> =>
  postForm('access/closing', fields);

export const leadAway = (): void => location.assign('/account/sign-in?done=closed');
