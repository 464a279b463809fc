import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import { embedded } from '../../../common/config/running.ts';
import { SECTIONS, SETTINGS } from '../../../common/config/table.ts';
import { readConfig } from '../../../common/config.ts';
import { serversFolder } from '../../../local/servers.mjs';
import { chartSchema } from '../../../local/settings-docs/chart.ts';
import { environmentExample, settingsPage } from '../../../local/settings-docs/render.ts';

const STALE = 'run npm run docs:settings';
const given = {
  MONGODB_URL: 'mongodb://localhost/mailing',
  REDIS_URL: 'redis://localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  APP_SECRET: 'a secret of thirty-two characters or more',
};

describe('the documentation of the settings', () => {
  it('generates .env.example from the table', () => {
    expect(readFileSync('.env.example', 'utf8'), STALE).to.equal(environmentExample());
  });

  it('generates docs/settings.md from the table', () => {
    expect(readFileSync('docs/settings.md', 'utf8'), STALE).to.equal(settingsPage());
  });

  it('generates the schema of the chart from the table', () => {
    expect(readFileSync('deploy/helm/values.schema.json', 'utf8'), STALE).to.equal(chartSchema());
  });

  it('shows each setting of the service once, with a reason', () => {
    const rows = SECTIONS.flatMap(({ settings }) => Object.entries(settings));
    const names = rows.map(([name]) => name);
    expect(new Set(names).size).to.equal(names.length);
    expect(names).to.include.members(Object.keys(SETTINGS));
    for (const [name, { reason, type }] of rows) {
      expect(reason, name).to.match(/^.{8,}\.$/);
      expect(type, name).to.be.a('string').with.length.above(2);
    }
  });

  it('shows the defaults that are used', () => {
    const shown = Object.entries(SETTINGS).flatMap(([name, { standard }]) =>
      standard === null ? [] : [[name, standard] as const],
    );
    expect(readConfig({ ...given, ...Object.fromEntries(shown) })).to.deep.equal(readConfig(given));
    // This program runs before there is anything to read TypeScript with, so it has the default itself.
    const { standard } = embedded.settings.SERVERS_DIR;
    expect(serversFolder({})).to.equal(serversFolder({ SERVERS_DIR: standard! }));
  });

  it('says number or port when a text is refused', () => {
    const numbers = Object.entries(SETTINGS).filter(([, { type }]) => /number|port/.test(type));
    expect(numbers).to.have.length.above(30);
    for (const [name] of numbers)
      expect(() => readConfig({ ...given, [name]: 'many' }), name).to.throw(ConfigurationError, name);
  });
});
