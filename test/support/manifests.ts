import { yaml } from './compose.ts';

/** A manifest of Kubernetes, as far as tests read it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Template & { readonly jobTemplate?: { readonly spec: Template } };
}

interface Template {
  readonly template?: { readonly spec: { readonly containers: readonly Container[] } };
}

export interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly { readonly secretRef?: { readonly name: string } }[];
}

/** The documents in the YAML blocks of a page of documentation. */
export const blocksOf = (page: string): unknown[] =>
  [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text = '']) => yaml.loadAll(text));

export const manifestsOf = (page: string): Manifest[] =>
  blocksOf(page).filter((one): one is Manifest => (one as Manifest).kind !== undefined);

export const containersOf = (manifests: readonly Manifest[]): Container[] =>
  manifests.flatMap(({ spec }) => (spec.jobTemplate?.spec ?? spec).template?.spec.containers ?? []);
