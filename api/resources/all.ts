import type { Behaviours } from '../http/endpoint.ts';
import { contactTypes } from './contact-types.ts';

/** What every row of the contract does. */
export const behaviours: Behaviours = {
  ...contactTypes,
};
