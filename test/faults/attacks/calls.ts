import type { Attack } from './attack.ts';

/** Parallel loops that call as fast as they are answered, with a pause of a few milliseconds: several hundred calls a second. */
const LANES = 8;
const BREATH_MS = 5;

export const fullRate: Attack = {
  name: 'calls',
  what: 'calls at full rate, far beyond what an account may make',
  run: (calls, { contact_type_id }) =>
    calls.again(
      LANES,
      (at) =>
        at % 4 === 3
          ? calls.api('/contacts/add', { contact_type_id, email: `n${at}@x.example`, country: 1 })
          : calls.api(
              ['/contacts/list?limit=100', '/single-send/list?limit=20', '/get/country-state-city'][at % 4]!,
            ),
      BREATH_MS,
    ),
};
