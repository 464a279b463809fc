// Makes test/fixtures/kubernetes-schemas.json from Kubernetes' own OpenAPI document, which its Go module has. The version is the oldest that
// deploy/helm supports: a stable API never loses a field, so what fits it fits every newer version. Run by hand: `node local/kubernetes-schemas.mjs`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './servers.mjs';

const VERSION = '1.27.16';
/** Of deploy/helm and docs/kubernetes.yml. */
const KINDS = [
  'apps.v1.Deployment',
  'autoscaling.v2.HorizontalPodAutoscaler',
  'batch.v1.CronJob',
  'batch.v1.Job',
  'core.v1.ConfigMap',
  'core.v1.Service',
  'networking.v1.Ingress',
  'networking.v1.NetworkPolicy',
  'policy.v1.PodDisruptionBudget',
];
/** The document gives these types in words. */
const EITHER = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
};

/** Returns a schema without descriptions and extensions, which refuses fields that it does not name. */
function strict({ type, format, items, enum: words, required, properties, additionalProperties, $ref }) {
  const fields = properties && Object.entries(properties).map(([name, field]) => [name, strict(field)]);
  return {
    type,
    format,
    $ref,
    enum: words,
    required,
    items: items && strict(items),
    properties: fields && Object.fromEntries(fields),
    additionalProperties: fields ? false : additionalProperties && strict(additionalProperties),
  };
}

const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${VERSION}`]));
const source = JSON.parse(readFileSync(join(Dir, 'api/openapi-spec/swagger.json'), 'utf8')).definitions;
const definitions = {};
function take(name) {
  if (name in definitions) return;
  definitions[name] = EITHER[name] ?? strict(source[name]);
  for (const [, used] of JSON.stringify(definitions[name]).matchAll(/#\/definitions\/([^"]+)/g)) take(used);
}
const kinds = {};
for (const kind of KINDS) {
  const name = `io.k8s.api.${kind}`;
  // The server writes it; a manifest has none.
  delete source[name].properties.status;
  take(name);
  // As kubeconform names a file of a kind.
  const [group, version, title] = kind.split('.');
  kinds[[title.toLowerCase(), ...(group === 'core' ? [] : [group]), version].join('-')] = name;
}
const lines = (record) =>
  Object.entries(record)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n');
writeFileSync(
  join(ROOT, 'test/fixtures/kubernetes-schemas.json'),
  `{"version":"${VERSION}",\n"kinds":{\n${lines(kinds)}},\n"definitions":{\n${lines(definitions)}}}\n`,
);
