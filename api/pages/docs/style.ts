import { mannerOf } from '../layout.ts';
import { hashOf } from '../style.ts';
import { SCRIPT } from './script.ts';

/**
 * One column on a phone. From 60rem the contents are a second column, from 72rem calls and answers a third. An article is laid out when it comes
 * near the view: the page then takes 0.17 s of a processor and not 0.67 s (Chromium, the whole reference), and 0.10 s without any article.
 */
const SHEET = `
html{scroll-padding-top:1rem}
body{padding:0;display:block;background:var(--paper);font-size:1rem}
main{max-width:none;margin:0;border:0;border-radius:0;box-shadow:none;padding:1.25rem clamp(1rem,3vw,2.5rem) 4rem}
h1{font-size:1.9rem;margin-bottom:.4rem}
h2{font-size:1.4rem;line-height:1.3;margin:0 0 .5rem}
h3{font-size:1.1rem;line-height:1.35;margin:0 0 .3rem}
h4{font-size:.78rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:1.1rem 0 .4rem}
main ul,main ol{list-style:none;margin:0;padding:0}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.88em}
p code,li code,td code,th code{background:var(--note-ground);border-radius:.3rem;padding:.08em .32em;overflow-wrap:anywhere}
.code{position:relative;margin:0 0 1rem}
pre{margin:0;padding:.8rem .9rem;border-radius:.6rem;background:#10151c;color:#e7ecf3;border:1px solid #364152;overflow:auto;max-height:26rem;line-height:1.5}
main pre code{background:none;padding:0;font-size:.82rem;overflow-wrap:normal}
pre b{font-weight:400;color:#a5d6ff}
pre i{font-style:normal;color:#9aa7b8}
.copy{position:absolute;top:.45rem;right:.45rem;width:auto;min-height:1.75rem;padding:.1rem .6rem;font-size:.78rem;border-radius:.4rem;background:#232c38;border-color:#4a5769;color:#e7ecf3}
.langs .copy{top:-2.3rem;right:0;background:transparent;border-color:var(--line);color:var(--soft)}
.langs .copy:hover{border-color:var(--soft)}
.copy:hover{border-color:#8cb6ff;filter:none}
.langs{margin:0;position:relative}
.langs legend,#find label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.langs label{display:inline-block;margin:0 .3rem .5rem 0;padding:.2rem .7rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft);font-size:.85rem;font-weight:600;cursor:pointer}
.langs label:hover{border-color:var(--soft)}
.langs input{position:absolute;width:1.2rem;height:1.2rem;margin:.35rem 0 0 .5rem;opacity:0;cursor:pointer}
.langs :checked+label{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.langs :focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}
.langs .in{display:none}
.langs [value=curl]:checked~.curl,.langs [value=typescript]:checked~.typescript,.langs [value=python]:checked~.python{display:block}
a.anchor{color:inherit;text-decoration:none}
a.anchor:hover::after{content:" #";color:var(--soft)}
nav{font-size:.92rem;margin:1rem 0 0}
nav ul{display:none}
nav.finding ul{display:block}
nav .group{margin:.35rem 0;font-weight:600}
nav li a{display:block;padding:.22rem 0 .22rem .7rem;border-left:2px solid var(--line);color:var(--soft);text-decoration:none;line-height:1.35}
nav a:hover,nav li a:hover,nav li a[aria-current]{color:var(--accent);border-color:var(--accent)}
nav.finding .group,nav.finding .group+ul{display:none}
nav q{display:none;font-size:.82rem;quotes:none;overflow-wrap:anywhere}
nav.finding q:not(:empty){display:block}
nav small{display:none;font:.78rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
nav.finding small{display:block}
[hidden]{display:none!important}
#find{margin:0 0 .8rem}
#find input{font:inherit;width:100%;min-height:2.6rem;padding:.35rem .8rem;border:1px solid var(--soft);border-radius:.6rem;background:var(--paper);color:var(--ink)}
#find p{margin:.3rem 0 0;color:var(--soft);font-size:.85rem}
#find p:empty{display:none}
#said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.content{min-width:0}
.content>section{margin-top:2.4rem;padding-top:1.8rem}
.content>section.chapter{max-width:46rem;border:0;padding-top:0;margin-top:1.4rem}
.content>section.quickstart{max-width:none}
.chapter h2{font-size:1.15rem}
.quickstart h2{font-size:1.4rem}
.quickstart ol{counter-reset:step}
.quickstart li{counter-increment:step;border-top:1px solid var(--line);padding-top:1.1rem;margin-top:.9rem}
.quickstart h3::before{content:counter(step) ". "}
.chapter h3{margin:1rem 0 .3rem}
main .changes{list-style:disc;padding-left:1.2rem}
.changes li{margin:.3rem 0;overflow-wrap:anywhere}
.statuses{border-collapse:collapse;width:100%;margin:0 0 1rem;font-size:.95rem}
.statuses th,.statuses td{text-align:left;vertical-align:top;padding:.45rem .9rem .45rem 0;border-top:1px solid var(--line)}
.statuses thead th{color:var(--soft);font-size:.85rem;border:0}
article{border-top:1px solid var(--line);margin-top:1.6rem;padding-top:1.4rem;content-visibility:auto;contain-intrinsic-size:auto 56rem;overflow-clip-margin:.6rem}
article:target>header h3,article:target>h3{color:var(--accent)}
.says,.shows{min-width:0}
.path{display:flex;flex-wrap:wrap;gap:.35rem .5rem;align-items:center;margin-bottom:.7rem}
.path code{font-size:.95rem;background:none;padding:0;overflow-wrap:anywhere}
.method{font:600 .74rem/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.04em;padding:.36em .55em;border-radius:.35rem;border:1px solid currentColor}
.method.get{color:#1f5fc4}.method.post{color:#17703f}.method.delete{color:#b3261e}
.fields>li{border-top:1px solid var(--line);padding:.55rem 0}
.fields>li p{margin:0;font-size:.95rem}
.fields .field{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline}
.key{font-weight:600;background:none;padding:0}
.kind,.optional,.place{color:var(--soft);font-size:.88rem}
.required{color:#a3420f;font-size:.82rem}
.failures{font-size:.95rem}
.failures li{padding:.15rem 0}
q{quotes:"“" "”"}
@media (prefers-color-scheme:dark){.method.get{color:#8cb6ff}.method.post{color:#86d9a8}.method.delete{color:#ff9d94}.required{color:#ffb38a}}
@media (max-width:40rem){.statuses thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.statuses tr,.statuses td,.statuses tbody th{display:block}.statuses tr{border-top:1px solid var(--line);padding:.4rem 0}.statuses td,.statuses tbody th{border:0;padding:.1rem 0}}
@media (min-width:60rem){
.reference{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 2.5rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;margin:0;padding:.5rem .5rem 2rem 0}
nav ul{display:block}
nav .group{margin:.9rem 0 .15rem}
nav .group a{color:inherit;text-decoration:none}
#find{position:sticky;top:-.5rem;z-index:1;margin:0;padding:.5rem 3px .6rem;background:var(--paper)}
.record .fields{columns:2;column-gap:2.5rem}
.record .fields>li{break-inside:avoid}
}
@media (min-width:72rem){
article:not(.record),.quickstart li{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 2.5rem}
article>header{grid-column:1/-1}
.shows h4:first-child,.says h4:first-child{margin-top:.2rem}
}
@media print{nav,.copy{display:none}pre{max-height:none;white-space:pre-wrap}}
`;

export const REFERENCE = mannerOf(SHEET, [`script-src ${hashOf(SCRIPT)}`, "connect-src 'self'"]);
