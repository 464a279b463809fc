// Mocha adds the files of its configuration to those on its command line: who names some wants those alone.
const named = process.argv.slice(2).some((argument) => argument.endsWith('.ts'));

/** The files that a configuration of Mocha runs: none of its own where some are named. */
module.exports = (all) => (named ? [] : [all].flat());
