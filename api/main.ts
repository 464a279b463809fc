// These set up the process for all that is loaded after them.
import './heap.ts';
import '../common/config/compiled.ts';

await import('./start.ts');
