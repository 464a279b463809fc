import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chartSchema } from './chart.ts';
import { environmentExample, settingsPage } from './render.ts';

/** `npm run docs:settings` makes `.env.example`, docs/settings.md and the schema of the chart from the table of settings. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
writeFileSync(join(ROOT, '.env.example'), environmentExample());
writeFileSync(join(ROOT, 'docs/settings.md'), settingsPage());
writeFileSync(join(ROOT, 'deploy/helm/values.schema.json'), chartSchema());
