import { parseArgs } from 'node:util';
import { buildMailClients } from './build-mail-clients.ts';
import { buildPlaces } from './build-places.ts';
import { buildTemplates } from './build-templates.ts';

const USAGE = `Usage: npm run data -- WHAT

Rebuilds the generated files of common/data. See common/data/README.md.
  npm run data -- places FOLDER        the reference data, from the packages in FOLDER/node_modules
  npm run data -- mail-clients FOLDER  features that mail clients lack, from the package caniemail in FOLDER/node_modules
  npm run data -- templates            the built-in templates' HTML from their MJML
  npm run data -- templates --images   and their preview images (needs chromium; its path in CHROMIUM)`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { images: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
const unknown = Object.keys(values).find((name) => !['images', 'help'].includes(name));
const [what, folder] = positionals;
if (values.help) console.log(USAGE);
else if (unknown !== undefined) refuse(`Unknown option --${unknown}`);
else if (what === 'places' && folder) console.log(await buildPlaces(folder));
else if (what === 'mail-clients' && folder) console.log(buildMailClients(folder));
else if (what === 'templates') console.log(await buildTemplates({ images: values.images === true }));
else refuse('Write places FOLDER, mail-clients FOLDER or templates');

function refuse(problem: string): void {
  console.error(`${problem}. --help describes the arguments.`);
  process.exitCode = 2;
}
