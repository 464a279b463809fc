// Run by `npm pack`: the client as ES modules and as CommonJS, each with its types.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

rmSync(`${here}dist`, { recursive: true, force: true });
for (const config of ['tsconfig.json', 'tsconfig.cjs.json']) {
  execFileSync('tsc', ['-p', config], { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
}
// Without it, Node would read these files as ES modules, as the package's own `type` says.
writeFileSync(`${here}dist/cjs/package.json`, '{ "type": "commonjs" }\n');
