export {
  ApiError,
  Conflict,
  type Errors,
  type Hints,
  InvalidInputs,
  NoAnswer,
  NotFound,
  TooManyRequests,
  Unauthorized,
} from './api-error.ts';
export type { CallOptions, Each, ListCall, RequiredListCall } from './calls.ts';
export { type ClientOptions, createClient } from './client.ts';
export type * from './generated.ts';
export { verifyWebhook, WrongSignature } from './webhook.ts';
