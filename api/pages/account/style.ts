/** Of pages whose fields are texts to type. */
export const FIELD_STYLE = `
label,.label{display:block;font-weight:600;margin:0 0 .3rem}
.hint{color:var(--soft);font-size:.95rem;margin:0 0 .35rem}
input,select,textarea{font:inherit;color:inherit;background:var(--paper);width:100%;max-width:26rem;min-height:2.9rem;padding:.5rem .7rem;border:1px solid var(--soft);border-radius:.5rem}
input[aria-invalid],select[aria-invalid],textarea[aria-invalid]{border:2px solid var(--bad)}
.field{margin:0 0 1.1rem}
.wrong{color:var(--bad);font-weight:600;margin:0 0 .35rem}
`;

export const ACCOUNT_STYLE = `
h2{font-size:1.2rem;margin:0 0 .6rem}
.bar{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem;margin-bottom:1.4rem}
.bar p,.bar form{margin:0}
${FIELD_STYLE}
.problem{border:2px solid var(--bad);background:var(--bad-ground);border-radius:.6rem;padding:.8rem 1rem;margin:0 0 1.4rem}
.problem h2{font-size:1.0625rem;margin:0 0 .3rem}
.problem ul{margin:0;padding-left:1.2rem}
.problem a{color:inherit}
button.small,a.button{font-size:1rem;width:auto;min-height:2.75rem;padding:.35rem 1rem}
a.button{display:inline-flex;align-items:center;border:1px solid var(--line);border-radius:.6rem;color:var(--ink);font-weight:600;text-decoration:none}
a.button:hover{border-color:var(--soft)}
button.grave{background:var(--bad);border-color:var(--bad);color:var(--paper)}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin:0}
.actions form{margin:0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em;overflow-wrap:anywhere}
.secret{display:block;background:var(--note-ground);border-radius:.6rem;padding:.7rem .9rem;margin:0 0 1rem;user-select:all}
.qr svg{display:block;width:14rem;max-width:100%;height:auto;border-radius:.6rem;margin:0 0 1rem}
.codes{columns:2 13rem;column-gap:1.5rem;list-style:none;padding:.7rem .9rem;margin:0 0 1rem;background:var(--note-ground);border-radius:.6rem}
.codes code{white-space:nowrap}
table{width:100%;border-collapse:collapse;margin:0 0 1.2rem;font-size:1rem}
caption{text-align:left;color:var(--soft);font-size:.95rem;padding:0 0 .5rem}
th,td{text-align:left;vertical-align:middle;padding:.7rem .9rem .7rem 0;border-top:1px solid var(--line)}
thead th{font-size:.95rem;color:var(--soft);border-top:0;padding-top:0}
td:last-child,th:last-child{padding-right:0}
th[scope=row]{overflow-wrap:anywhere;max-width:12rem}
td .actions{flex-wrap:nowrap}
.about{display:block;font-weight:400;font-size:.95rem;color:var(--soft);max-width:34rem}
[aria-labelledby=quotas] th[scope=row]{max-width:none}
[aria-labelledby=quotas] td{white-space:nowrap}
time{white-space:nowrap}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:51.99rem){
table,tbody,tr,th,td,caption{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{border-top:1px solid var(--line);padding:.9rem 0}
th,td,th[scope=row]{border:0;padding:.15rem 0;max-width:none}
td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}
td:last-child{padding-top:.6rem}
td .actions{flex-wrap:wrap}
}
`;

export const WIDE_STYLE = 'main{max-width:60rem;margin-top:clamp(0rem,3vh,2rem)}';
