import { bundlePrograms } from '../../local/bundle.mjs';
import { ROOT } from '../../local/servers.mjs';
import { TEST_PROGRAMS } from './built.ts';

/** Builds the programs, and those of tests, into a folder within `node_modules`, for programs that get it as `BUILD`. */
await bundlePrograms(ROOT, process.argv[2]!, TEST_PROGRAMS);
