import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SETTINGS } from '../../../common/config/table.ts';
import { readConfig } from '../../../common/config.ts';
import { PROGRAM_ENVIRONMENT } from '../../../local/program-environment.ts';
import { type Environment, renderCompose } from '../../support/compose.ts';
import { stagesOf } from '../../support/dockerfile.ts';
import { containersOf, readManifests } from '../../support/manifests.ts';

/** Programs of the service, by their names in docker-compose.yml. */
const PROGRAMS = ['release', 'api', 'worker', 'inbound'];

/** Settings about the machine, which containers do not see, with the value that programs in containers get. */
const OF_THE_MACHINE: Environment = {
  // The API listens on all addresses of its container. Compose publishes its port on HOST.
  HOST: '0.0.0.0',
};

const names = Object.keys(SETTINGS);
const SECRET = '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1';

describe('docker-compose.yml', () => {
  it('passes the settings of .env to each program unchanged', () => {
    // Compose would change a dollar, quotes, and what follows a number sign.
    const given = Object.fromEntries(names.map((name) => [name, `$the "${name}" #1, 'as' \${it} is`]));
    const services = renderCompose(given);
    const ours = Object.entries(services).filter(([, { isOurs }]) => isOurs);
    expect(ours.map(([name]) => name)).to.have.members(PROGRAMS);
    for (const [program, { environment }] of ours) {
      const lost = names.filter((name) => environment[name] !== (OF_THE_MACHINE[name] ?? given[name]));
      expect(lost, `settings that do not reach ${program}`).to.deep.equal([]);
    }
  });

  it('gives its build what the Dockerfile asks for, from the shell or .env', () => {
    const asked = stagesOf(readFileSync('Dockerfile', 'utf8')).flatMap(({ instructions }) =>
      instructions.filter(({ name }) => name === 'ARG').flatMap(({ rest }) => rest.split(/\s+/)),
    );
    const given = Object.fromEntries(asked.map((name) => [name, `its ${name}`]));
    expect(asked).to.include.members(['COMMIT', 'COMMIT_DATE', 'VERSION']);
    for (const program of PROGRAMS)
      expect(renderCompose(given)[program]!.buildArguments, program).to.deep.equal(given);
  });

  it('uses the names of the table', () => {
    for (const program of PROGRAMS)
      expect(names).to.include.members(Object.keys(renderCompose()[program]!.environment));
  });

  it('has an rspamd for those who want one, at the address that it names', () => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    const [, address = ''] = /SPAM_CHECK_URL=(\S+)/.exec(text)!;
    const { environment } = renderCompose({ APP_SECRET: SECRET, SPAM_CHECK_URL: address })['api']!;
    expect(readConfig({ NODE_ENV: 'production', ...environment }).spamCheckUrl).to.equal(
      'http://rspamd:11333',
    );
    expect(renderCompose()['rspamd']!.profiles).to.deep.equal(['spam']);
    expect(renderCompose()['api']!.environment).not.to.have.property('SPAM_CHECK_URL');
  });

  it('needs a password of the stores, which are reached by its programs alone', () => {
    expect(() => renderCompose({ STORE_PASSWORD: '' })).to.throw('STORE_PASSWORD is missing in .env');
    const services = renderCompose();
    for (const name of ['mongodb', 'redis'])
      expect(services[name], name).to.deep.include({ isApart: true, ports: [] });
  });

  it('gives defaults with which two secrets are enough for production', () => {
    for (const program of PROGRAMS) {
      const { environment } = renderCompose({ APP_SECRET: SECRET })[program]!;
      const { publicUrl } = readConfig({ NODE_ENV: 'production', PORT: '3000', ...environment });
      expect(publicUrl).to.equal('http://localhost:3000');
    }
  });

  it('publishes the API at HOST and PORT', () => {
    expect(renderCompose()['api']!.ports).to.deep.equal(['127.0.0.1:3000:3000']);
    const { ports, environment } = renderCompose({ HOST: '192.0.2.1', PORT: '4000' })['api']!;
    expect(ports).to.deep.equal(['192.0.2.1:4000:4000']);
    expect(environment).to.include({ PORT: '4000', PUBLIC_URL: 'http://localhost:4000' });
  });
});

describe('a manifest of docs/kubernetes.yml', () => {
  const containers = containersOf(readManifests());

  it('passes the settings of the secret to each program', () => {
    expect(containers.length).to.be.above(3);
    for (const { name, envFrom = [] } of containers)
      expect(
        envFrom.map(({ secretRef }) => secretRef?.name),
        name,
      ).to.deep.equal(['mailing']);
  });

  it('uses names of the table, and values that are taken', () => {
    for (const { name, env = [] } of containers) {
      expect(names, name).to.include.members(env.map((one) => one.name));
      const settings = Object.fromEntries(env.map((one) => [one.name, one.value]));
      const { APP_SECRET, ...urls } = renderCompose({ APP_SECRET: SECRET })['api']!.environment;
      expect(() => readConfig({ ...urls, APP_SECRET, ...settings }), name).not.to.throw();
    }
  });
});

describe('a Procfile', () => {
  it('uses names of the table, or the programs’ environment', () => {
    const lines = [...readFileSync('Procfile', 'utf8').matchAll(/^(?:web|worker|inbound|release): (.*)$/gm)];
    expect(lines.length).to.be.above(2);
    for (const [line, command = ''] of lines)
      for (const [, name] of command.matchAll(/\b([A-Z][A-Z_]+)=/g))
        expect([...names, ...Object.keys(PROGRAM_ENVIRONMENT)], line).to.include(name);
  });
});
