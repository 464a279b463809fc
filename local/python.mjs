// Run before the tests of the Python client: finds Python, or installs Debian's if possible.
import { spawnSync } from 'node:child_process';
import { install, mayInstall } from './debian.mjs';

const python = process.env.PYTHON ?? 'python3';

if (spawnSync(python, ['--version'], { stdio: 'ignore' }).status !== 0) {
  const installed = !process.env.PYTHON && mayInstall() && install('python3');
  if (!installed) {
    process.stderr.write(
      `The tests of the Python client need Python 3.9 or newer, and ${python} does not run.\n` +
        'Install it (Debian: apt-get install python3), or set PYTHON to its path.\n',
    );
    process.exit(1);
  }
}
