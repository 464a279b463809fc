import { readFileSync } from 'node:fs';
import { SETTINGS } from '../../common/config/table.ts';
import type { CommandLine, Probe } from './command-lines.ts';
import { yaml } from './compose.ts';

/** A manifest of Kubernetes, as far as tests read it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: Template & { readonly jobTemplate?: { readonly spec: Template } };
}

interface Template {
  readonly template?: {
    readonly spec: {
      readonly containers: readonly Container[];
      readonly securityContext?: { readonly runAsUser?: number; readonly runAsGroup?: number };
    };
  };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
  readonly ports?: readonly ContainerPort[];
  readonly livenessProbe?: HttpProbe;
  readonly readinessProbe?: HttpProbe;
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly {
    readonly secretRef?: { readonly name: string };
    readonly configMapRef?: { readonly name: string };
  }[];
}

interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
}

interface HttpProbe {
  readonly httpGet: { readonly path: string; readonly port: number | string };
}

/** A container of our image as a program of this machine. */
export interface Pod extends CommandLine {
  readonly probes: readonly Probe[];
  /** The settings of the ports that it opens. */
  readonly opens: readonly string[];
  /** It may write `/tmp`. */
  readonly hasTmp: boolean;
  readonly user: { readonly uid: number; readonly gid: number };
}

export const readManifests = (): Manifest[] =>
  yaml.loadAll(readFileSync('docs/kubernetes.yml', 'utf8')) as Manifest[];

export const containersOf = (manifests: readonly Manifest[]): Container[] =>
  manifests.flatMap(({ spec }) => (spec.jobTemplate?.spec ?? spec).template?.spec.containers ?? []);

/** The chart as helm renders it with test/fixtures/chart-values.json, for machines without helm. */
export const readChart = (): Manifest[] =>
  (yaml.loadAll(readFileSync('test/fixtures/chart.yml', 'utf8')) as (Manifest | null)[]).filter(
    (one) => one !== null,
  );

const OF_PORTS = ['PORT', 'METRICS_PORT', 'INBOUND_PORT', 'INBOUND_SMTP_PORT'] as const;

/**
 * The containers of our image, by name. `shared`: the settings that the image and the Secret give. Throws for a root file system that
 * can be written, a Secret of another name, a setting that is in two places, and a port that no setting opens.
 */
export function readPods(
  documents: readonly Manifest[],
  image: string,
  shared: Readonly<Record<string, string>>,
): Record<string, Pod> {
  const maps = new Map(
    documents.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata, data }) => [metadata.name, data!]),
  );
  const templates = documents.flatMap(({ spec }) => (spec?.jobTemplate?.spec ?? spec)?.template ?? []);
  return Object.fromEntries(
    templates.flatMap(({ spec }) =>
      spec.containers
        .filter((one) => one.image.startsWith(`${image}:`))
        .map((one) => [one.name, podOf(one, spec.securityContext ?? {}, maps, shared)]),
    ),
  );
}

function podOf(
  container: Container,
  { runAsUser: uid = 0, runAsGroup: gid = 0 }: { readonly runAsUser?: number; readonly runAsGroup?: number },
  maps: ReadonlyMap<string, Readonly<Record<string, string>>>,
  shared: Readonly<Record<string, string>>,
): Pod {
  const {
    name,
    command = [],
    env = [],
    envFrom = [],
    ports = [],
    securityContext,
    volumeMounts = [],
  } = container;
  if (!securityContext?.readOnlyRootFilesystem) throw new Error(`${name} may write its root file system`);
  const given = envFrom.flatMap(({ configMapRef, secretRef }) => {
    if (secretRef && secretRef.name !== 'mailing') throw new Error(`${name}: no Secret ${secretRef.name}`);
    return configMapRef ? Object.entries(maps.get(configMapRef.name)!) : [];
  });
  const own = [...given, ...env.map((one) => [one.name, one.value] as const)];
  const environment: Readonly<Record<string, string>> = Object.fromEntries(own);
  if (Object.keys(environment).length !== own.length) throw new Error(`${name}: a setting is in two places`);
  const settingOf = (port: number): string => {
    const opening = OF_PORTS.find((one) => valueOf(one, { ...shared, ...environment }) === String(port));
    if (!opening) throw new Error(`${name}: no setting opens port ${port}`);
    return opening;
  };
  const probes = [container.livenessProbe, container.readinessProbe].flatMap((probe) => {
    if (!probe) return [];
    const { path, port } = probe.httpGet;
    const { containerPort } = ports.find((one) => one.name === port || one.containerPort === port)!;
    // Kubernetes asks from another address.
    return [{ host: '127.0.0.2', path, setting: settingOf(containerPort) }];
  });
  return {
    line: `exec ${command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')}`,
    environment,
    probes,
    opens: ports.map(({ containerPort }) => settingOf(containerPort)),
    hasTmp: volumeMounts.some(({ mountPath }) => mountPath === '/tmp'),
    user: { uid, gid },
  };
}

const valueOf = (name: (typeof OF_PORTS)[number], given: Readonly<Record<string, string>>): string | null =>
  given[name] ?? SETTINGS[name].standard;
