import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SETTINGS } from '../../../common/config/table.ts';
import { serversFolder } from '../../../local/servers.mjs';
import { OF_THE_POD, OF_THE_SECRET } from '../../../local/settings-docs/chart.ts';
import { yaml } from '../../support/compose.ts';
import { type Container, containersOf, type Manifest } from '../../support/manifests.ts';

const HELM = join(serversFolder(), 'helm');
const VALIDATOR = join(serversFolder(), 'kubernetes-validate');
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

type Document = Manifest & { readonly data?: Readonly<Record<string, string>> };

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

  function render(values: object = {}): Document[] {
    const { status, stdout, stderr } = helm(
      'template',
      'mailing',
      CHART,
      '--kube-version',
      '1.33.0',
      ...withValues(values),
    );
    expect(status, stderr).to.equal(0);
    return (yaml.loadAll(stdout) as (Document | null)[]).filter((one) => one !== null);
  }

  /** Those of our image. */
  const programs = (documents: readonly Document[]): Container[] =>
    containersOf(documents.filter(({ spec }) => spec)).filter(({ name }) => name !== 'rspamd');

  for (const [name, values] of Object.entries({ 'as it is': {}, 'with everything': ALL })) {
    it(`passes helm lint ${name}`, () => {
      const { status, stdout } = helm('lint', '--strict', CHART, ...withValues(values));
      expect(status, stdout).to.equal(0);
    });

    it(`fits the schemas of Kubernetes ${name}`, function fits() {
      if (!existsSync(VALIDATOR)) this.skip();
      const kinds = render(values).filter(({ kind }) => kind !== 'PodMonitor');
      const file = join(folder, 'rendered.json');
      writeFileSync(file, kinds.map((one) => JSON.stringify(one)).join('\n---\n'));
      const { status, stdout, stderr } = spawnSync(
        process.env['PYTHON'] ?? 'python3',
        ['-m', 'kubernetes_validate', '--strict', '-k', '1.33', file],
        { encoding: 'utf8', env: { ...process.env, PYTHONPATH: VALIDATOR } },
      );
      expect(status, stdout + stderr).to.equal(0);
    });
  }

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
        '1.33.0',
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
