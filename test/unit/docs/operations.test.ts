import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import '../../../api/http/metrics.ts';
import '../../../common/metrics/old-tokens.ts';
import { DUE_KINDS } from '../../../common/metrics/oldest-due.ts';
import '../../../common/metrics/unhandled.ts';
import '../../../inbound/metrics.ts';
import '../../../worker/runtime/metrics/shared-gauges.ts';
import '../../../worker/runtime/metrics/tallies.ts';
import { commandOf } from '../../../common/commands/list.ts';
import { LASTING_PROGRAMS } from '../../../common/commands/programs.ts';
import { registry, watchProcess } from '../../../common/metrics/registry.ts';
import { PROGRAM_ENVIRONMENT } from '../../../local/program-environment.ts';
import { renderCompose, yaml } from '../../support/compose.ts';
import { anchorsOf } from '../../support/documents.ts';
import { containersOf, readManifests } from '../../support/manifests.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
/** The pages for operators. */
const PAGES = [
  'operations',
  'deployment',
  'sizing',
  'secrets',
  'monitoring',
  'logs',
  'incidents',
  'backup',
  'retention',
  'quotas',
  'pace',
  'transports',
  'inbound',
  'guarantees',
  'fault-tests',
  'upgrading',
].map((name) => `docs/${name}.md`);
const GUIDE = PAGES.map(read).join('\n');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const [alerts] = yaml.loadAll(read('docs/alerts.yml')) as [{ groups: { rules: Rule[] }[] }];
const rules = alerts.groups.flatMap((group) => group.rules);
const manifests = readManifests();
const containers = containersOf(manifests);

/** Metrics of the scrape itself. */
const SCRAPED = ['up'];
const SCRAPE_LABELS = ['job', 'instance'];
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** The metrics that can be asked for, with their labels. */
function series(): Map<string, Set<string>> {
  watchProcess('api');
  const known = new Map(SCRAPED.map((name) => [name, new Set(SCRAPE_LABELS)]));
  for (const { name, type } of registry.getMetricsAsArray()) {
    // prom-client shows labels only of what was counted; a metric knows its own labels.
    const { labelNames = [] } = registry.getSingleMetric(name) as { labelNames?: string[] };
    for (const suffix of SUFFIXES[String(type)] ?? [''])
      known.set(
        `${name}${suffix}`,
        new Set([...labelNames, ...SCRAPE_LABELS, ...(String(type) === 'histogram' ? ['le'] : [])]),
      );
  }
  return known;
}

const isThere = (command: readonly string[] | undefined): boolean => {
  const words = command?.join(' ') ?? '';
  const [, name] = /(?:^| )mailing ([a-z-]+)/.exec(words) ?? [];
  if (name !== undefined) return commandOf(name) !== null || Object.hasOwn(LASTING_PROGRAMS, name);
  const script = /dist\/\S+\.js/.exec(words)?.[0];
  if (script === undefined || script === 'dist/cli.js') return true;
  return existsSync(script.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
};

describe('the documentation for operators', () => {
  it('alerts on existing metrics and labels, and draws them', () => {
    const known = series();
    expect(rules.length).to.be.above(10);
    const { panels } = JSON.parse(read('deploy/grafana.json')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const drawn = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ alert: title, expr })));
    expect(drawn.length).to.be.above(10);
    for (const { alert, expr } of [...rules, ...drawn]) {
      const asked = [...expr.matchAll(/\b((?:mailing|nodejs|process)_[a-z0-9_]+|up\b)(?:\{([^}]*)\})?/g)];
      expect(asked, alert).to.have.length.above(0);
      for (const [, name = '', labels = ''] of asked) {
        expect([...known.keys()], alert).to.include(name);
        for (const [, label = ''] of labels.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g))
          expect([...known.get(name)!], `${alert}: ${name}`).to.include(label);
      }
    }
  });

  it('lists each kind of due work, and alerts on it', () => {
    const [line = ''] = /^- `mailing_oldest_due_seconds.*$/m.exec(GUIDE) ?? [];
    const alerted = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/kind=~?"([^"]+)"/g)].flatMap(([, kinds = '']) => kinds.split('|')),
    );
    for (const kind of DUE_KINDS) expect(line).to.include(`\`${kind}\``);
    expect([...new Set(alerted)]).to.have.members(DUE_KINDS);
  });

  it('names for each alert its severity and the section with the steps', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity, alert).to.be.oneOf(['page', 'ticket']);
      expect(annotations.summary, alert).to.be.a('string').with.length.above(10);
      const [page = '', anchor] = annotations.runbook.split('#');
      expect(PAGES, alert).to.include(page);
      expect(anchorsOf(read(page)), alert).to.include(anchor);
    }
  });

  it('names every metric of the service, and no other', () => {
    const own = registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('mailing_'));
    const told = [...GUIDE.matchAll(/^- `(mailing_(?!id`)[a-z_]+)/gm)].map(([, name]) => name);
    expect(told).to.have.members(own);
    // Prometheus's conventions: base units, and `_total` for counters.
    // The image has no scripts of package.json.
    for (const { help } of registry.getMetricsAsArray()) expect(help).not.to.include('npm run');
    for (const name of own) expect(name).to.match(/_(seconds|total|ratio|in_flight|info|given_up|accounts)$/);
  });

  it('restricts each pod of the manifests', () => {
    for (const { name, securityContext, volumeMounts } of containers) {
      expect(securityContext, name).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(
        volumeMounts?.map(({ mountPath }) => mountPath),
        name,
      ).to.have.length.above(0);
    }
    for (const { metadata, spec } of manifests) {
      const pod = (spec.jobTemplate?.spec ?? spec).template?.spec;
      if (pod) expect(pod.securityContext, metadata.name).to.include({ runAsNonRoot: true, runAsUser: 1000 });
    }
  });

  it('deploys existing programs', () => {
    expect(manifests.map(({ kind }) => kind)).to.include.members(['Job', 'Deployment', 'Service', 'CronJob']);
    for (const { command } of containers) expect(isThere(command), String(command)).to.equal(true);
    for (const { apiVersion, metadata } of manifests) {
      expect(apiVersion).to.match(/^[a-z0-9./]*v\d$/);
      expect(metadata.name).to.match(/^mailing-/);
    }
  });

  it('names existing programs and commands, as compose and Procfile do', () => {
    for (const [name, { command }] of Object.entries(renderCompose()))
      expect(isThere(command ?? []), name).to.equal(true);
    for (const page of [...PAGES, 'README.md'])
      for (const [script] of read(page).matchAll(/dist\/\S+\.js\b/g))
        expect(isThere(['node', script]), `${page}: ${script}`).to.equal(true);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = [...GUIDE.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
    for (const [line, program] of read('Procfile').matchAll(/^\w+: .*(dist\/\S+\.js)/gm))
      expect(isThere(['node', program!]), line).to.equal(true);
    expect(commands.length).to.be.above(10);
    for (const name of commands) expect(scripts, `npm run ${name}`).to.have.property(name);
  });

  it('starts API and workers with the same environment in every way of starting them', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const image = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, given = '']) =>
      given.split(' '),
    );
    const started = [...read('Procfile').matchAll(/^(?:web|worker): (.*) exec node /gm)].map(
      ([, given]) => given,
    );
    expect(started).to.have.length(2);
    for (const [name, value] of Object.entries(PROGRAM_ENVIRONMENT)) {
      for (const given of started) expect(given).to.include(`${name}=${value}`);
      expect(image).to.include(`${name}=${value}`);
      for (const program of ['api', 'worker']) {
        expect(scripts[program]).to.include(` ${name}=\${${name}:-${value}} `);
      }
    }
  });
});
