import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SETTINGS } from '../../../common/config/table.ts';
import { readConfig } from '../../../common/config.ts';
import { PROGRAM_ENVIRONMENT } from '../../../local/program-environment.ts';

const FOLDER = 'deploy/systemd';
const units = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')] as const);
const services = units.filter(([name]) => name.endsWith('.service'));

/** Settings that units give themselves: a unit is for production, and programs of one machine have different ports. The file would win. */
const OF_THE_UNIT = ['NODE_ENV', 'METRICS_PORT'];

/** The file of the sources that a path in dist/ is built from. */
const sourceOf = (script: string): string =>
  script === 'dist/cli.js' ? 'common/commands/cli.ts' : script.replace(/^dist\/(.*)\.js$/, '$1.ts');

describe('a unit of deploy/systemd', () => {
  it('starts only files that exist', () => {
    expect(services.length).to.be.above(4);
    for (const [name, text] of services) {
      const [script = ''] = /dist\/\S+\.js/.exec(text) ?? [];
      expect(existsSync(sourceOf(script)), `${name}: ${script}`).to.equal(true);
    }
    for (const [name] of units.filter(([one]) => one.endsWith('.timer')))
      expect(units.map(([one]) => one)).to.include(name.replace('.timer', '.service'));
  });

  it('sets each setting by a file, except its own', () => {
    for (const [name, text] of services) {
      const given = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
      for (const pair of given)
        expect([...Object.keys(PROGRAM_ENVIRONMENT), ...OF_THE_UNIT], name).to.include(pair.split('=')[0]);
      for (const [key, value] of Object.entries(PROGRAM_ENVIRONMENT))
        expect(given, name).to.include(`${key}=${value}`);
      expect(Object.keys(SETTINGS)).to.include.members(OF_THE_UNIT);
      expect(given, name).to.include('NODE_ENV=production');
      expect(text, name).to.match(/^EnvironmentFile=\/etc\/mailing\/settings\.env$/m);
    }
  });

  it('keeps running while its release step runs again', () => {
    const started = services.filter(([, text]) => /^Restart=always$/m.test(text));
    expect(started).to.have.length(3);
    for (const [name, text] of started) {
      // A restart of a unit that is required, bound or whose part this is would stop the program.
      expect(text, name).not.to.match(/^(?:Requires|Requisite|BindsTo|PartOf|Upholds|PropagatesStopTo)=/m);
      for (const key of ['After', 'Wants'])
        expect(text, name).to.match(new RegExp(`^${key}=.*\\bmailing-release\\.service\\b`, 'm'));
    }
  });

  it('has the same restrictions, and outlives a killed renderer', () => {
    for (const [name, text] of services) {
      for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'PrivateTmp=yes', 'NoNewPrivileges=yes'])
        expect(text, name).to.match(new RegExp(`^${line}$`, 'm'));
      expect(text, name).not.to.match(/^MemoryDenyWriteExecute=/m);
      if (/^Restart=always$/m.test(text)) expect(text, name).to.match(/^OOMPolicy=continue$/m);
    }
  });
});

describe('a proxy of deploy/proxy', () => {
  const { keepAliveMs, limits } = readConfig({
    MONGODB_URL: 'mongodb://a/mailing',
    REDIS_URL: 'redis://a',
    SMTP_URL: 'smtp://a',
    APP_SECRET: 'a secret of thirty-two characters or more',
    TRUST_PROXY: 'true',
  });

  for (const [file, size, idle] of [
    ['nginx.conf', /client_max_body_size (\d+)m;\n\s*client_header/, /keepalive_timeout (\d+)s/],
    ['Caddyfile', null, /keepalive (\d+)s/],
  ] as const)
    it(`lets the largest file through, and closes idle connections first: ${file}`, () => {
      const text = readFileSync(`deploy/proxy/${file}`, 'utf8');
      if (size === null) expect(text).not.to.include('max_size');
      else expect(Number(size.exec(text)![1]) * 2 ** 20).to.be.above(limits.csv);
      expect(Number(idle.exec(text)![1]) * 1000).to.be.below(keepAliveMs);
    });
});
