import { type Design, htmlOf } from '../../../common/design-html.ts';
import { plainTextOf } from '../../../common/domain/plain-text.ts';
import type { Rendered } from './render.ts';

// The process that render.ts starts: one design in, its looks out.
process.once('message', (design: Design) => void answer(design));

async function answer(design: Design): Promise<void> {
  const html = await htmlOf(design);
  process.send!({ html, text: textOf(html) } satisfies Rendered);
}

/** A mail whose elements nest too deep to follow has its subject for a text (as worker/compose does it). */
function textOf(source: string): string {
  try {
    return plainTextOf(source);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
