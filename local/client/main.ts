import { fileURLToPath } from 'node:url';
import { replaceFile } from '../../common/data/build/replace-file.ts';
import { ARCHIVES, archiveOf } from './archives.ts';
import { generateClient } from './generate.ts';
import { generatePython } from './generate-python.ts';

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
  process.exit();
}
