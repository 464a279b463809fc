import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandOf } from '../../../common/commands/list.ts';
import { LASTING_PROGRAMS } from '../../../common/commands/programs.ts';
import { SETTINGS } from '../../../common/config/table.ts';
import { serversFolder } from '../../../local/servers.mjs';
import { OF_THE_POD, OF_THE_SECRET } from '../../../local/settings-docs/chart.ts';
import { yaml } from '../../support/compose.ts';
import {
  type Container,
  containersOf,
  type Manifest,
  readChart,
  readManifests,
} from '../../support/manifests.ts';

const HELM = join(serversFolder(), 'helm');
const KUBECONFORM = join(serversFolder(), 'kubeconform');
const CHART = 'deploy/helm';

/** Everything that the chart can have. */
const ALL = {
  settings: { PUBLIC_URL: 'https://mail.example', QUOTA_CONTACTS: 10_000_000, SMTP_RATE: '5' },
  inbound: { enabled: true, smtp: { enabled: true } },
  worker: { autoscaling: { enabled: true } },
  ingress: { enabled: true },
  podMonitor: { enabled: true },
  backup: { enabled: true },
  rspamd: { enabled: true },
};

/** Made by local/kubernetes-schemas.mjs. */
const SCHEMAS = JSON.parse(readFileSync('test/fixtures/kubernetes-schemas.json', 'utf8')) as {
  readonly version: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: object;
};
/** The oldest version that the chart supports. */
const OLDEST = SCHEMAS.version.replace(/\d+$/, '0');

describe('deploy/helm', function chart() {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-chart-'));

  before(function needsHelm() {
    if (!existsSync(HELM)) this.skip();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const helm = (...args: string[]) =>
    spawnSync(HELM, args, { encoding: 'utf8', env: { ...process.env, HELM_CACHE_HOME: folder } });

  function withValues(values: object): string[] {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return ['--values', file];
  }

  function render(values: object = {}): Manifest[] {
    const { status, stdout, stderr } = helm(
      'template',
      'mailing',
      CHART,
      '--kube-version',
      OLDEST,
      ...withValues(values),
    );
    expect(status, stderr).to.equal(0);
    return (yaml.loadAll(stdout) as (Manifest | null)[]).filter((one) => one !== null);
  }

  /** Which objects are not as Kubernetes wants them, with the reason. The schema of a PodMonitor is not one of Kubernetes. */
  function misfits(documents: readonly object[]): string[] {
    for (const [kind, name] of Object.entries(SCHEMAS.kinds)) {
      const { definitions } = SCHEMAS;
      const schema = { allOf: [{ $ref: `#/definitions/${name}` }], definitions };
      writeFileSync(join(folder, `${kind}.json`), JSON.stringify(schema));
    }
    const options = '-strict -verbose -output json -skip PodMonitor -schema-location'.split(' ');
    const { stdout, stderr } = spawnSync(
      KUBECONFORM,
      [...options, join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json')],
      { encoding: 'utf8', input: documents.map((one) => JSON.stringify(one)).join('\n---\n') },
    );
    expect(stderr).to.equal('');
    const { resources } = JSON.parse(stdout) as {
      readonly resources: readonly Readonly<Record<'kind' | 'msg' | 'status', string>>[];
    };
    expect(resources).to.have.length(documents.length);
    return resources
      .filter(({ status }) => !['statusValid', 'statusSkipped'].includes(status))
      .map(({ kind, msg }) => `${kind}: ${msg}`);
  }

  /** Those of our image. */
  const programs = (documents: readonly Manifest[]): Container[] =>
    containersOf(documents.filter(({ spec }) => spec)).filter(({ name }) => name !== 'rspamd');

  for (const [name, values] of Object.entries({ 'as it is': {}, 'with everything': ALL })) {
    it(`passes helm lint ${name}`, () => {
      const { status, stdout } = helm('lint', '--strict', CHART, ...withValues(values));
      expect(status, stdout).to.equal(0);
    });

    it(`fits the schemas of Kubernetes ${name}`, function fits() {
      if (!existsSync(KUBECONFORM)) this.skip();
      expect(misfits(render(values))).to.deep.equal([]);
    });
  }

  it('is rendered in test/fixtures/chart.yml, which the walk of deployments starts', () => {
    const values = JSON.parse(readFileSync('test/fixtures/chart-values.json', 'utf8')) as object;
    const made = `helm template mailing ${CHART} --kube-version ${OLDEST} --values test/fixtures/chart-values.json`;
    expect(render(values), `make it again: ${made} > test/fixtures/chart.yml`).to.deep.equal(readChart());
  });

  it('has its schemas of the oldest Kubernetes that it supports', () => {
    const chart = yaml.loadAll(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { kubeVersion: string }[];
    expect(chart.map(({ kubeVersion }) => kubeVersion)).to.deep.equal([`>=${OLDEST}-0`]);
  });

  it('would not fit with a field that Kubernetes does not know, whatever the object', function unknownFields() {
    if (!existsSync(KUBECONFORM)) this.skip();
    const documents = render(ALL).filter(({ kind }) => kind !== 'PodMonitor');
    for (const one of documents) {
      const { spec } = one;
      const [found, ...more] = misfits([
        spec ? { ...one, spec: { ...spec, madeUp: 1 } } : { ...one, madeUp: 1 },
      ]);
      expect(found, one.kind).to.include(one.kind).and.to.include('madeUp');
      expect(more).to.deep.equal([]);
    }
  });

  for (const [what, right, wrong, kinds] of [
    [
      'a misspelt field of a container',
      '"readOnlyRootFilesystem"',
      '"readonlyRootFilesystem"',
      ['CronJob', 'Deployment', 'Job'],
    ],
    ['a port in quotes', '"containerPort":3000', '"containerPort":"3000"', ['Deployment']],
    ['a target that is no port', '"targetPort":"http"', '"targetPort":true', ['Service']],
    ['a removed version of an API', '"autoscaling/v2"', '"autoscaling/v2beta2"', ['HorizontalPodAutoscaler']],
  ] as const)
    it(`would not fit with ${what}`, function wrongValues() {
      if (!existsSync(KUBECONFORM)) this.skip();
      const text = JSON.stringify(render(ALL));
      expect(text).to.include(right);
      const found = misfits(JSON.parse(text.replaceAll(right, wrong)) as object[]);
      expect(new Set(found.map((one) => one.split(':')[0]))).to.deep.equal(new Set(kinds));
    });

  it('fits the schemas of Kubernetes as plain manifests (docs/kubernetes.yml)', function manifests() {
    if (!existsSync(KUBECONFORM)) this.skip();
    expect(misfits(readManifests())).to.deep.equal([]);
  });

  it('gives each setting to each program', () => {
    const taken = Object.keys(SETTINGS).filter((name) => !OF_THE_SECRET.has(name) && !OF_THE_POD.has(name));
    const given = Object.fromEntries(taken.map((name) => [name, `$the "${name}" #1: {{ it }}`]));
    const documents = render({ ...ALL, settings: given });
    const [settings] = documents.filter(({ kind }) => kind === 'ConfigMap');
    expect(settings!.data).to.deep.equal({ NODE_ENV: 'production', ...given });
    for (const { name, envFrom, env = [] } of programs(documents)) {
      expect(envFrom, name).to.deep.equal([
        { configMapRef: { name: 'mailing-settings' } },
        { secretRef: { name: 'mailing' } },
      ]);
      expect(env.map((one) => one.name).filter((one) => one in given)).to.deep.equal([]);
    }
  });

  it('writes large numbers in digits', () => {
    const [settings] = render(ALL).filter(({ kind }) => kind === 'ConfigMap');
    expect(settings!.data).to.include({ QUOTA_CONTACTS: '10000000', SMTP_RATE: '5' });
  });

  it('uses names of the table for what it gives pods itself', () => {
    const names = programs(render(ALL)).flatMap(({ env = [] }) => env.map(({ name }) => name));
    for (const name of new Set(names)) expect(Object.keys(SETTINGS)).to.include(name);
    for (const name of new Set(names))
      expect([...OF_THE_POD, 'TRUST_PROXY', 'SPAM_CHECK_URL']).to.include(name);
  });

  it('lets the API ask its rspamd, where the settings name no other', () => {
    const asked = (values: object): (string | undefined)[] =>
      programs(render(values)).flatMap(({ env = [] }) =>
        env.filter(({ name }) => name === 'SPAM_CHECK_URL').map(({ value }) => value),
      );
    const ports = render(ALL).filter(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'mailing-rspamd',
    );
    expect(ports.map(({ spec }) => spec)).to.have.length(1);
    expect(ports[0]!.spec).to.deep.include({ ports: [{ port: 11333, targetPort: 'scan' }] });
    expect(asked({})).to.deep.equal([]);
    expect(asked(ALL)).to.deep.equal(['http://mailing-rspamd:11333']);
    expect(asked({ ...ALL, settings: { SPAM_CHECK_URL: 'http://other:11333' } })).to.deep.equal([]);
  });

  for (const [what, settings] of Object.entries({
    'an unknown setting': { RETENTION_DAY: 3 },
    'a secret': { APP_SECRET: 'x'.repeat(40) },
    'a setting of the pod': { PORT: 4000 },
  }))
    it(`refuses ${what} by its name`, () => {
      const { status, stderr } = helm(
        'template',
        'mailing',
        CHART,
        '--kube-version',
        OLDEST,
        ...withValues({ settings }),
      );
      expect(status).to.not.equal(0);
      expect(stderr).to.include(Object.keys(settings)[0]);
    });

  it('starts the programs that the command knows, read-only and not as root', () => {
    const documents = render(ALL);
    const containers = programs(documents);
    expect(containers.map(({ name }) => name)).to.have.members([
      'release',
      'api',
      'worker',
      'inbound',
      'backup',
      'erasures',
    ]);
    for (const { name, securityContext, volumeMounts } of containers) {
      expect(securityContext, name).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(
        volumeMounts!.map(({ mountPath }) => mountPath),
        name,
      ).to.include('/tmp');
    }
    for (const { spec, kind } of documents.filter((one) => programs([one]).length > 0)) {
      const template = (spec.jobTemplate?.spec ?? spec).template!;
      expect(template.spec.securityContext, kind).to.include({ runAsNonRoot: true, runAsUser: 1000 });
    }
  });

  it('opens the ports of its settings, by commands that there are', () => {
    const ports: Readonly<Record<string, readonly string[]>> = {
      metrics: ['METRICS_PORT'],
      http: ['PORT', 'INBOUND_PORT'],
      smtp: ['INBOUND_SMTP_PORT'],
    };
    for (const { name, command = [], ports: opened = [], env = [] } of programs(render(ALL))) {
      const [, word = ''] = /(?:^| )mailing ([a-z-]+)/.exec(command.join(' ')) ?? [];
      expect(commandOf(word) !== null || Object.hasOwn(LASTING_PROGRAMS, word), command.join(' ')).to.equal(
        true,
      );
      const given = Object.fromEntries(env.map((one) => [one.name, one.value]));
      for (const { name: port, containerPort } of opened)
        expect(
          ports[port!]!.map((setting) => given[setting]),
          `${name}: ${port}`,
        ).to.include(String(containerPort));
    }
  });

  it('has what is optional only where it is wanted', () => {
    const kinds = (values: object) => new Set(render(values).map(({ kind }) => kind));
    const wanted = ['Ingress', 'HorizontalPodAutoscaler', 'PodMonitor', 'CronJob'];
    expect([...kinds({})].filter((kind) => wanted.includes(kind))).to.deep.equal([]);
    expect([...kinds(ALL)]).to.include.members([
      ...wanted,
      'Job',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'ConfigMap',
    ]);
  });
});
