// `start.ts` must run before the other modules load.
import './heap.ts';
import '../common/config/compiled.ts';

await import('./start.ts');
