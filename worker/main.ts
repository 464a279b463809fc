// These set up the process for the modules that are loaded later.
import './runtime/heap.ts';
import './sending/priority.ts';
import '../common/config/compiled.ts';
import { answerOptions } from '../common/config/program-options.ts';

answerOptions('worker', 'Sends mails and does all other work in the background until SIGTERM.');

await import('./start.ts');
