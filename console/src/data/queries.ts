import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/index.ts';

/** Retries temporary failures, never refusals. */
export const isWorthAnotherTry = (failures: number, error: unknown): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status >= 500 || error.status === 429);

/** Retries while the service renders too much for the account, or its renderers start. */
export const isBusy = (failures: number, error: Error): boolean =>
  failures < 3 && error instanceof ApiError && error.status === 429;

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthAnotherTry, staleTime: 10_000 },
    // A mutation that waited for a network would still send or delete after its dialog was closed.
    mutations: { networkMode: 'always' },
  },
});
