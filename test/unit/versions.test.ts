import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Where docs/releasing.md has a version written: one of the service and its chart, one of the API and its clients, until a release makes them one. */
const VERSIONS: Readonly<Record<string, readonly (readonly [file: string, version: RegExp])[]>> = {
  'the service and its chart': [
    ['package.json', /^ {2}"version": "(.*)",$/m],
    ['package-lock.json', /^ {2}"version": "(.*)",$/m],
    ['deploy/helm/Chart.yaml', /^version: (.*)$/m],
    ['deploy/helm/Chart.yaml', /^appVersion: (.*)$/m],
  ],
  'the API and its clients': [
    ['api/openapi/document.ts', /^const API_VERSION = '(.*)';$/m],
    ['client/package.json', /^ {2}"version": "(.*)",$/m],
    ['client/python/pyproject.toml', /^version = "(.*)"$/m],
  ],
};

describe('the version', () => {
  for (const [what, places] of Object.entries(VERSIONS))
    it(`of ${what} is the same everywhere, and each place is one of a release`, () => {
      const guide = readFileSync('docs/releasing.md', 'utf8');
      for (const [file] of places) expect(guide).to.include(file);
      const found = places.map(([file, version]) => version.exec(readFileSync(file, 'utf8'))?.[1]);
      expect(new Set(found).size, found.join()).to.equal(1);
    });
});
