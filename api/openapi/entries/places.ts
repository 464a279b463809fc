import type { Country } from '../../../common/data/countries.ts';
import type { City, Places, State } from '../../../common/data/places.ts';
import { entries } from '../entry.ts';
import { id, like, list, matching, nullable, object, record, text } from '../shapes.ts';

const country = record<Country>('Country', {
  id: id(),
  name: like(text(), 'United Kingdom'),
  iso2: matching('^[A-Z]{2}$'),
  iso3: matching('^[A-Z]{3}$'),
  numeric: matching('^\\d{3}$'),
});

const state = record<State>('State', {
  id: id(),
  country_id: id(),
  name: like(text(), 'England'),
  code: text('Unique within its country.'),
});

const city = record<City>('City', {
  id: id(),
  country_id: id(),
  state_id: nullable(id('Null if the source names no state.')),
  name: like(text(), 'London'),
});

export const places = entries(
  { name: 'Reference data', about: 'Countries, states and cities. Other inputs take their ids.' },
  {
    placeList: {
      summary: 'List countries, states and cities',
      about: 'About 2 MB, which change only with a release; use `If-None-Match` for the next call.',
      output: object<Places>({ countries: list(country), states: list(state), cities: list(city) }),
    },
  },
);
