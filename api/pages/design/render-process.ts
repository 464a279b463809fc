import type { Design } from '../../../common/design-html.ts';
import { looksOf } from './looks.ts';

// The process that render.ts starts: one design in, its looks out.
process.once('message', (design: Design) => {
  void looksOf(design).then((looks) => process.send!(looks));
});
