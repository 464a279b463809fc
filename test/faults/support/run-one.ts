import { scenarios } from '../scenarios/all.ts';
import { raiseLoopback } from './network.ts';
import { runHere } from './runs.ts';
import type { RunOptions } from './scenario.ts';

// A process for one scenario: its name and options are the arguments, its result goes to the parent.
// The parent's end, however it came, is ours.
process.once('disconnect', () => process.exit(1));
const [name, options] = process.argv.slice(2);
const scenario = scenarios.find((one) => one.name === name)!;
if (scenario.needs === 'namespaces') raiseLoopback();
const result = await runHere(scenario, JSON.parse(options!) as RunOptions);
process.send!(result, () => process.exit());
