import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../common/config/program-options.ts';
import { chartSchema } from './chart.ts';
import { environmentExample, settingsPage } from './render.ts';

readArguments(
  'Usage: npm run docs:settings\n\nMakes .env.example, docs/settings.md and the schema of the chart from the table of settings.',
  {},
);

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
writeFileSync(join(ROOT, '.env.example'), environmentExample());
writeFileSync(join(ROOT, 'docs/settings.md'), settingsPage());
writeFileSync(join(ROOT, 'deploy/helm/values.schema.json'), chartSchema());
