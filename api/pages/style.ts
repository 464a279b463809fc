import { createHash } from 'node:crypto';
import { declarationsOf, TOKENS } from '../../shared/page-tokens.ts';

/** The style sheet of all pages: phones first, light and dark, contrasts of at least 4.5 to 1. */
export const STYLE = `
:root{color-scheme:light dark;${declarationsOf(TOKENS.light)}}
@media (prefers-color-scheme:dark){:root{${declarationsOf(TOKENS.dark)}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:1.25rem 1rem 2rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:34rem;margin-top:clamp(0rem,9vh,6rem);background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.4rem,5vw,2.4rem);box-shadow:0 1px 2px rgb(0 0 0/.04),0 8px 28px rgb(0 0 0/.05)}
.brand{margin:0 0 1.2rem;color:var(--soft);font-weight:600}
.brand img{display:block;width:auto;height:auto;max-width:min(100%,12rem);max-height:3.5rem}
@media (prefers-color-scheme:dark){.brand img{box-sizing:content-box;background:#fff;padding:.5rem;border-radius:.5rem}}
h1{font-size:clamp(1.25rem,6vw,1.5rem);line-height:1.25;letter-spacing:-.01em;margin:0 0 .75rem;overflow-wrap:anywhere;text-wrap:balance}
h2{font-size:1.0625rem;margin:0 0 .25rem}
p{margin:0 0 1rem;overflow-wrap:anywhere}
main>:last-child,section>:last-child,form>:last-child{margin-bottom:0}
.soft{color:var(--soft);font-size:.95rem}
.done{display:flex;gap:.6rem;background:var(--good-ground);color:var(--good);border-radius:.6rem;padding:.7rem .9rem;font-weight:600}
.note{background:var(--note-ground);border-radius:.6rem;padding:.7rem .9rem}
a{color:var(--accent);text-underline-offset:.15em}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;padding:.6rem 1.4rem;border:1px solid var(--accent);border-radius:.6rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
button.quiet{background:transparent;color:var(--ink);border-color:var(--line)}
button:hover{filter:brightness(1.08)}
button.quiet:hover{border-color:var(--soft);filter:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form{margin:1.4rem 0}
fieldset{border:0;margin:0 0 1.4rem;padding:0;min-width:0}
legend{padding:0;font-weight:600;margin-bottom:.6rem}
.choice{display:grid;grid-template-columns:auto 1fr;gap:0 .8rem;padding:.85rem 0;border-top:1px solid var(--line);cursor:pointer}
.choice:last-of-type{border-bottom:1px solid var(--line)}
.choice input{width:1.35rem;height:1.35rem;margin:.15rem 0 0;accent-color:var(--accent)}
.choice span{color:var(--soft);font-size:.95rem;overflow-wrap:anywhere;white-space:pre-line;min-width:0}
.choice strong{display:block;color:var(--ink);font-size:1.0625rem}
.answers .choice{padding:.65rem 0}
.answers .choice span{color:inherit;font-size:inherit}
section{border-top:1px solid var(--line);margin-top:1.6rem;padding-top:1.4rem}
section form{margin:.9rem 0 0}
@media (min-width:32rem){button{width:auto}}
@media (forced-colors:active){main,.choice{border-color:CanvasText}}
`;

export const hashOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
