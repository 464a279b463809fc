const { execFileSync } = require('node:child_process');

// Options of Node for each process that runs tests.
const options = ['import=./local/typescript.mjs'];

// Tests are ES modules, as programs are. Below Node 24, where tsx compiles them, a test that Mocha requires would load a module that
// `import()` asks for a second time. From 24 on Mocha starts only with require() of ES modules.
if (Number(process.versions.node.split('.')[0]) < 24) options.push('no-experimental-require-module');

// Mocha reads this file in its first process, and once more in the one that it starts with these options.
if (!process.execArgv.some((one) => one.includes('typescript.mjs')))
  execFileSync(process.execPath, [require.resolve('./generated.mjs')], { stdio: 'inherit' });

module.exports = options;
