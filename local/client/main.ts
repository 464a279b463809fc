import { fileURLToPath } from 'node:url';
import { replaceFile } from '../../common/data/build/replace-file.ts';
import { ARCHIVES, archiveOf } from './archives.ts';
import { generateClient } from './generate.ts';
import { generatePython } from './generate-python.ts';
import { npmPackage, wheel } from './packages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const generatedFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['client/src/generated.ts', generateClient()],
    ...Object.entries(generatePython()).map(
      ([name, text]) => [`client/python/src/mailing_service/generated/${name}`, text] as const,
    ),
  ]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of generatedFiles()) replaceFile(ROOT + path, text);
  for (const name of ARCHIVES) replaceFile(`${ROOT}client/archives/${name}.zip`, await archiveOf(name));
  const packages = { 'typescript.tgz': npmPackage(), 'python.whl': await wheel() };
  for (const [file, { bytes }] of Object.entries(packages))
    replaceFile(`${ROOT}client/archives/${file}`, bytes);
  const names = Object.entries(packages).map(([file, { name }]) => [file, name] as const);
  replaceFile(`${ROOT}client/archives/names.json`, `${JSON.stringify(Object.fromEntries(names))}\n`);
  process.exit();
}
