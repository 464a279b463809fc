// These set up the process for all that is loaded after them.
import './runtime/heap.ts';
import './sending/priority.ts';
import '../common/config/compiled.ts';

await import('./start.ts');
