import { ConfigurationError } from '../config.ts';
import { StartRefused } from './refusal.ts';

/** What stopped a program at its start, as it is shown: in words where we have some. */
export const startFailure = (error: unknown): unknown =>
  error instanceof ConfigurationError || error instanceof StartRefused ? error.message : error;
