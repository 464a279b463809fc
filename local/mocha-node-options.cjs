// Options of Node for each process that runs tests.
const options = ['import=./local/typescript.mjs'];

// Tests are ES modules, as programs are. Below Node 24, where tsx compiles them, a test that Mocha requires would load a module that
// `import()` asks for a second time. From 24 on Mocha starts only with require() of ES modules.
if (Number(process.versions.node.split('.')[0]) < 24) options.push('no-experimental-require-module');

module.exports = options;
