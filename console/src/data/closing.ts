import { queryOptions } from '@tanstack/react-query';
import { consoleCall, postForm } from './console-call.ts';

/** What closing the account asks for, and for how many days it can be reopened. */
export interface Closing {
  readonly days: number;
  readonly asks_for_code: boolean;
}

export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => consoleCall<Closing>('access/closing', { signal }),
});

/** Closes the account, which ends every session. */
export const closeAccount = (fields: Readonly<Record<string, string>>): Promise<unknown> =>
  postForm('access/closing', fields);

/** Leads to the sign-in page, which says that the account is closed. */
export const leadAway = (): void => location.assign('/account/sign-in?done=closed');
