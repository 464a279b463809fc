// This sets up the process for the modules that are loaded later.
import '../common/config/compiled.ts';
import { answerOptions } from '../common/config/program-options.ts';

answerOptions('inbound', 'Receives bounces and complaints until SIGTERM.');

await import('./start.ts');
