// A bare program that also loads the packages which the API needs for its first answer, without any of our code.
import '../../common/config/compiled.ts';

await Promise.all([
  import('@koa/router'),
  import('formidable'),
  import('helmet'),
  import('ipaddr.js'),
  import('joi'),
  import('koa'),
  import('koa-body'),
  import('lru-cache'),
  import('luxon'),
  import('pino'),
  import('prom-client'),
]);
await import('./bare-program.ts');
