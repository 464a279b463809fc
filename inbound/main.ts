// This sets up the process for all that is loaded after it.
import '../common/start/compiled.ts';

await import('./start.ts');
