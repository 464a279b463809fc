import { fileURLToPath } from 'node:url';
import mjml2html from 'mjml';
import { readMjml, TEMPLATE_FILES, TEMPLATES_FOLDER } from '../templates.ts';
import { replaceFile } from './replace-file.ts';

/** Any doubt of MJML ends the build. Removing indentation saves a third of every mail; no design has a `<pre>`. */
export async function compileTemplate(mjml: string): Promise<string> {
  const { html } = await mjml2html(mjml, {
    ignoreIncludes: true,
    fonts: {},
    keepComments: false,
    validationLevel: 'strict',
  });
  return `${html
    .replace(/^\s+/gm, '')
    .replace(/[ \t]+$/gm, '')
    .trim()}\n`;
}

/** Writes each template's HTML, and its preview image if requested. Returns a line a template. */
export async function buildTemplates({ images }: { images: boolean }): Promise<string> {
  const lines: string[] = [];
  for (const { slug } of TEMPLATE_FILES) {
    const html = await compileTemplate(readMjml(slug));
    replaceFile(fileURLToPath(new URL(`${slug}.html`, TEMPLATES_FOLDER)), html);
    lines.push(`${slug}.html ${Buffer.byteLength(html)} bytes`);
  }
  if (images) {
    // Only here: the rest of the build needs no browser, and production installs have no playwright-core.
    const { takePreviews } = await import('./previews.ts');
    lines.push(...(await takePreviews()));
  }
  return lines.join('\n');
}
