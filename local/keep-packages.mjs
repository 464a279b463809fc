// For an image: leaves in node_modules the packages that a bundle does not contain, and what these need. The others are in dist/.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { APART } from './bundle.mjs';
import { ROOT } from './servers.mjs';

const FOLDER = join(ROOT, 'node_modules');

/** Packages in the first level of node_modules; a version that only one package needs is within the folder of that one. */
function closureOf(names, kept = new Set()) {
  for (const name of names) {
    const file = join(FOLDER, name, 'package.json');
    if (kept.has(name) || !existsSync(file)) continue;
    kept.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    closureOf([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], kept);
  }
  return kept;
}

const namesIn = (folder) =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name],
  );

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const isOfProduction = (name) => name in dependencies || lock.packages[`node_modules/${name}`]?.dev !== true;
const kept = closureOf(APART.filter(isOfProduction));
for (const name of namesIn(FOLDER))
  if (!kept.has(name)) rmSync(join(FOLDER, name), { recursive: true, force: true });
