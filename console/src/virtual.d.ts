declare module 'virtual:tokens.css';
declare module 'virtual:components.css';

declare module 'mjml-browser' {
  /** Compiles as `mjml` does, without files. */
  const compile: (mjml: string, options: object) => Promise<{ html: string }>;
  export default compile;
}
