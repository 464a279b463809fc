import { cityById, countryName, findCountry, stateById } from '../../common/data/places.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { type FieldTexts, invalid } from '../http/failures.ts';
import { integer, refuseLater } from '../http/inputs.ts';
import type { Input } from '../http/typed-input.ts';

/** Ids of the reference data. */
export interface SenderPlace {
  readonly country_id: number;
  readonly state_id: number | null;
  readonly city_id: number | null;
}

function countryHint(given: string): string | null {
  const id = findCountry(given);
  return id === null ? null : `${countryName(id)!} is ${id} (get/country-state-city).`;
}

/** Checked here, so that the answer reports it with all other errors. */
export const countryId = (): Input<number | null> =>
  integer(countryHint).custom((id: number | null, helpers) =>
    id === null || countryName(id) !== null ? id : refuseLater(helpers, id, texts.selected),
  );

/** Throws a 422 unless country, state and city exist and belong together. A city without a known state fits any state of its country. */
export function checkPlace({ country_id, state_id, city_id }: SenderPlace): void {
  const state = state_id === null ? null : stateById(state_id);
  const city = city_id === null ? null : cityById(city_id);
  const cityFits =
    city?.country_id === country_id &&
    (state_id === null || city.state_id === null || city.state_id === state_id);
  const wrong: FieldTexts = {
    ...(countryName(country_id) === null && { country_id: [texts.selected('country_id')] }),
    ...(state_id !== null && state?.country_id !== country_id && { state_id: [texts.selected('state_id')] }),
    ...(city_id !== null && !cityFits && { city_id: [texts.selected('city_id')] }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}
