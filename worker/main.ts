// These set up the process for the modules that are loaded later.
import './runtime/heap.ts';
import './sending/priority.ts';
import '../common/config/compiled.ts';

await import('./start.ts');
