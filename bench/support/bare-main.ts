// As the service's own programs begin: what Node compiled is kept for the next start.
import '../../common/config/compiled.ts';

await import('./bare-program.ts');
