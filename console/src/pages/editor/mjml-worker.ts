// The compiler takes `window` for its global object where the policy refuses to make functions of text.
Object.assign(globalThis, { window: globalThis });
const compiler = import('mjml-browser');

/** Compiles as the service does. */
const OPTIONS = { fonts: {}, ignoreIncludes: true, keepComments: false, validationLevel: 'skip' } as const;

export interface CompilerAnswer {
  readonly id: number;
  /** Null: MJML that cannot be read; `failure` says why. */
  readonly html: string | null;
  readonly failure?: string;
}

async function answerTo(id: number, mjml: string): Promise<CompilerAnswer> {
  try {
    const { default: compile } = await compiler;
    return { id, html: (await compile(mjml, OPTIONS)).html };
  } catch (error) {
    return { id, html: null, failure: String(error) };
  }
}

addEventListener('message', ({ data: { id, mjml } }: MessageEvent<{ id: number; mjml: string }>) => {
  void answerTo(id, mjml).then((answer) => postMessage(answer));
});
