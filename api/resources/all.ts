import type { Behaviours } from '../http/endpoint.ts';
import { contactTypes } from './contact-types.ts';
import { singleSendControl } from './single-send-control.ts';
import { singleSends } from './single-sends.ts';

/** What every row of the contract does. */
export const behaviours: Behaviours = {
  ...contactTypes,
  ...singleSendControl,
  ...singleSends,
};
