// These set up the process for all that is loaded after them.
import './heap.ts';
import '../common/start/compiled.ts';

await import('./start.ts');
