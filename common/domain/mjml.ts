import mjml2html from 'mjml';

/** HTML of an MJML text; `html` is empty when there is none to be had. `errors` are for the template's author. */
export interface CompiledMjml {
  readonly html: string;
  readonly errors: readonly string[];
}

/**
 * Compiles MJML. Includes are off and it reads no files, no configuration and no network; placeholders pass through.
 * Never throws: what is wrong with the text is in `errors`.
 */
export async function compileMjml(mjmlText: string): Promise<CompiledMjml> {
  try {
    const { html, errors } = await mjml2html(mjmlText, {
      ignoreIncludes: true,
      // MJML would link Google's fonts wherever a design names one of theirs: no mail of ours asks another host.
      fonts: {},
      keepComments: false,
      useMjmlConfigOptions: false,
      validationLevel: 'soft',
    });
    return { html, errors: errors.map((error) => error.formattedMessage) };
  } catch (error) {
    return { html: '', errors: [error instanceof Error ? error.message : String(error)] };
  }
}
