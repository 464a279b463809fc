export { ApiError, type Errors, type Hints } from './api-error.ts';
export type { CallOptions, Each, ListCall, RequiredListCall } from './calls.ts';
export { type ClientOptions, createClient } from './client.ts';
export type * from './generated.ts';
