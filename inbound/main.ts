// This sets up the process for all that is loaded after it.
import '../common/config/compiled.ts';

await import('./start.ts');
