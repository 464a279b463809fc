// This sets up the process for the modules that are loaded later.
import '../common/config/compiled.ts';

await import('./start.ts');
