import { readFileSync } from 'node:fs';
import { yaml } from './compose.ts';

/** A manifest of Kubernetes, as far as tests read it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Template & { readonly jobTemplate?: { readonly spec: Template } };
}

interface Template {
  readonly template?: {
    readonly spec: { readonly containers: readonly Container[]; readonly securityContext?: object };
  };
}

export interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly securityContext?: object;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly {
    readonly secretRef?: { readonly name: string };
    readonly configMapRef?: { readonly name: string };
  }[];
}

export const readManifests = (): Manifest[] =>
  yaml.loadAll(readFileSync('docs/kubernetes.yml', 'utf8')) as Manifest[];

export const containersOf = (manifests: readonly Manifest[]): Container[] =>
  manifests.flatMap(({ spec }) => (spec.jobTemplate?.spec ?? spec).template?.spec.containers ?? []);
