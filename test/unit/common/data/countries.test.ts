import { expect } from 'chai';
import { countriesById, countryName, findCountry } from '../../../../common/data/countries.ts';
import { readCountryAliases, readCountryRows } from '../../../../common/data/places-files.ts';

const codeOf = (text: string): string | undefined => countriesById().get(findCountry(text) ?? 0)?.iso2;

describe('findCountry', () => {
  it('finds each country by its id, both names and both codes, in any case', () => {
    readCountryRows().forEach(([name, iso2, iso3, , isoName], at) => {
      for (const text of [String(at + 1), name, isoName, iso2, iso3]) {
        for (const form of [text, text.toLowerCase(), text.toUpperCase(), `  ${text} `]) {
          expect(findCountry(form), form).to.equal(at + 1);
        }
      }
    });
  });

  it('finds the usual other names', () => {
    const cases = {
      USA: 'US',
      'u.s.a.': 'US',
      'United States of America': 'US',
      UK: 'GB',
      'Great Britain': 'GB',
      Russia: 'RU',
      'Russian Federation': 'RU',
      'South Korea': 'KR',
      'Korea, Republic of': 'KR',
      'north korea': 'KP',
      'Viet Nam': 'VN',
      Vietnam: 'VN',
      Turkey: 'TR',
      Turkiye: 'TR',
      'Czech Republic': 'CZ',
      'The Netherlands': 'NL',
      'Ivory Coast': 'CI',
      'Cote d’Ivoire': 'CI',
      'aland islands': 'AX',
      'St. Lucia': 'LC',
      'Bosnia & Herzegovina': 'BA',
      DRC: 'CD',
      日本: 'JP',
    };
    for (const [text, iso2] of Object.entries(cases)) expect(codeOf(text), text).to.equal(iso2);
  });

  it('finds names in five other languages', () => {
    for (const [name, iso2] of [
      ['Vereinigtes Königreich', 'GB'],
      ['Frankreich', 'FR'],
      ['Pays-Bas', 'NL'],
      ['Espagne', 'ES'],
      ['Alemania', 'DE'],
      ['Regno Unito', 'GB'],
      ['Zwitserland', 'CH'],
    ])
      expect(codeOf(name!), name).to.equal(iso2);
  });

  it('finds nothing else', () => {
    for (const text of [
      '',
      '   ',
      '0',
      '250',
      '004',
      '1e1',
      '-1',
      '1.0',
      'Atlantis',
      'XX',
      '__proto__',
      '.',
    ]) {
      if (text === '004') expect(findCountry(text), 'an id, not the numeric code').to.equal(4);
      else expect(findCountry(text), text).to.equal(null);
    }
  });

  it('gives no alias two meanings', () => {
    for (const [iso2, aliases] of Object.entries(readCountryAliases())) {
      for (const alias of aliases) expect(codeOf(alias), alias).to.equal(iso2);
    }
  });

  it('returns the name for an id', () => {
    expect(countryName(findCountry('KR')!)).to.equal('South Korea');
    expect(countryName(0)).to.equal(null);
  });
});
