export const STYLE = `
:root { color-scheme: light dark; --line: #d9dee5; --soft: #5b6675; --ink: #17202b; --paper: #fff; --ground: #f5f7fa; --accent: #1d5fbf; }
@media (prefers-color-scheme: dark) { :root { --line: #313b47; --soft: #9aa7b6; --ink: #e8edf3; --paper: #1a2129; --ground: #11161c; --accent: #7fb2ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
header { background: var(--paper); border-bottom: 1px solid var(--line); }
header > div, main { max-width: 60rem; margin: 0 auto; padding: .75rem 1rem; }
header > div { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
header h1 { font-size: 1.15rem; margin: 0; flex: 1; }
header h1 a { color: inherit; text-decoration: none; }
form { display: flex; gap: .5rem; flex: 1 1 16rem; }
input, button { font: inherit; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--ground); color: inherit; min-width: 0; }
input { flex: 1; }
button { cursor: pointer; }
.count { color: var(--soft); margin: .25rem 0 .75rem; }
ul.mails { list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
ul.mails li + li { border-top: 1px solid var(--line); }
ul.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .6rem .9rem; color: inherit; text-decoration: none; }
ul.mails a:hover, ul.mails a:focus-visible { background: var(--ground); }
ul.mails strong, ul.mails span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
ul.mails strong { font-weight: 600; }
ul.mails span { grid-column: 1 / -1; color: var(--soft); font-size: .9rem; }
time { color: var(--soft); font-size: .85rem; white-space: nowrap; }
h2 { font-size: 1.3rem; margin: .25rem 0 .5rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: 0 0 1rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .75rem; }
nav a { padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 2rem; text-decoration: none; background: var(--paper); }
nav a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--paper); }
iframe { width: 100%; height: 75vh; border: 1px solid var(--line); border-radius: .6rem; background: #fff; }
pre { margin: 0; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.5 ui-monospace, monospace; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--soft); }
.more { text-align: center; margin: 1rem; }
`;
