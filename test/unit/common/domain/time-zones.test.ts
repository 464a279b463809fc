import { expect } from 'chai';
import { cityOf, todayOf, zoneHere, zonesByContinent } from '../../../../shared/time-zones.ts';

describe('time zones', () => {
  const was = process.env['TZ'];
  afterEach(() => {
    if (was === undefined) delete process.env['TZ'];
    else process.env['TZ'] = was;
  });

  it('have the name of today, also that of this process', () => {
    expect([todayOf('Europe/Kiev'), todayOf('Europe/Berlin')]).to.deep.equal([
      'Europe/Kyiv',
      'Europe/Berlin',
    ]);
    process.env['TZ'] = 'Asia/Calcutta';
    expect(zoneHere()).to.equal('Asia/Kolkata');
    expect(zonesByContinent('UTC').get('Europe')).to.include('Europe/Kyiv').and.not.include('Europe/Kiev');
  });

  it('are shown by their city, and whole without one', () => {
    const shown = ['America/New_York', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'].map(cityOf);
    expect(shown).to.deep.equal(['New York', 'Argentina/Buenos Aires', 'UTC', 'Etc/GMT+5']);
  });
});
