require('./test/support/temporary-folder.cjs');

// Mocha adds the files of its configuration to those on its command line: who names some wants those alone.
const named = process.argv.slice(2).some((argument) => argument.endsWith('.test.ts'));

module.exports = {
  extension: ['ts'],
  spec: named ? [] : ['test/**/*.test.ts'],
  ignore: ['test/browser/**', 'test/mta/**'],
  'node-option': require('./local/mocha-node-options.cjs'),
  require: ['test/support/services.ts'],
  parallel: true,
  // Of two cores a third is idle with two: tests wait for processes to start, and for times to pass.
  jobs: 3,
  timeout: 20_000,
  'forbid-only': true,
};
