import { readFileSync } from 'node:fs';
import { lazily } from '../../../common/data/lazily.ts';

/** The packages of the clients, built by `local/client/`. */
const ARCHIVES = new URL('../../../client/archives/', import.meta.url);

export const clientFile = (name: string): Buffer => readFileSync(new URL(name, ARCHIVES));

/** The packages for npm and pip. */
export const PACKAGES = Object.freeze({
  'typescript.tgz': 'application/gzip',
  'python.whl': 'application/zip',
});
type PackageFile = keyof typeof PACKAGES;

/** The packages by their names with the version. pip installs a wheel by such a name only. */
export const packageNames = lazily(
  () => JSON.parse(clientFile('names.json').toString()) as Readonly<Record<PackageFile, string>>,
);
