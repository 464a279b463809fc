// `start.ts` must run before the other modules load.
import './heap.ts';
import '../common/config/compiled.ts';
import { answerOptions } from '../common/config/program-options.ts';

answerOptions('api', 'Serves the HTTP API and the pages until SIGTERM.');

await import('./start.ts');
