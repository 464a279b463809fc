import { scenarios } from '../scenarios/all.ts';
import { raiseLoopback } from './network.ts';
import { runHere } from './runs.ts';
import type { RunOptions } from './scenario.ts';

// The process of one scenario. Its arguments are the scenario's name and options; it sends the result to its parent. It ends
// with its parent, however the parent ends.
process.once('disconnect', () => process.exit(1));
const [name, options] = process.argv.slice(2);
const scenario = scenarios.find((one) => one.name === name)!;
if (scenario.needs === 'namespaces') raiseLoopback();
const result = await runHere(scenario, JSON.parse(options!) as RunOptions);
process.send!(result, () => process.exit());
