/** Styles of a report, in addition to those of all pages. On paper, openings are black and clicks white with a black outline. */
export const REPORT_STYLE = `
main{max-width:56rem;margin-top:clamp(0rem,3vh,2rem)}
h2{font-size:1.2rem;margin:0 0 .6rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,10rem),1fr));gap:.8rem;margin:0}
.figures div{border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem;display:flex;flex-direction:column}
.figures dt{color:var(--soft);font-size:.95rem}
.figures dd{margin:0}
.figures .value{font-size:1.5rem;font-weight:650;font-variant-numeric:tabular-nums}
.plot{display:block;width:100%;height:12rem;border-bottom:1px solid var(--soft)}
.opened{fill:var(--accent);background:var(--accent)}
.clicked{fill:var(--good);background:var(--good)}
.legend,.axis{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.4rem 0}
.axis{justify-content:space-between;color:var(--soft);font-size:.95rem}
.legend i{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem;border-radius:.2rem}
.table{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.55rem 0 .55rem 1rem;border-top:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left;padding-left:0;overflow-wrap:anywhere;min-width:9rem}
thead th{font-size:.95rem;color:var(--soft);border-top:0}
tbody th{font-weight:400}
summary{cursor:pointer;color:var(--accent);padding:.4rem 0}
@media (max-width:32rem){.figures{grid-template-columns:1fr 1fr}th,td{font-size:.9rem;padding-left:.5rem}thead th{font-size:.85rem}th:first-child,td:first-child{min-width:5rem}}
@media print{
@page{size:A4;margin:16mm}
:root{color-scheme:light;--ground:#fff;--paper:#fff;--ink:#000;--soft:#333;--line:#999;--accent:#000;--good:#fff}
body{display:block;padding:0;font-size:10.5pt}
main{max-width:none;margin:0;padding:0;border:0;border-radius:0;box-shadow:none}
section{break-inside:avoid-page}
section.long{break-inside:auto}
tr{break-inside:avoid}
details{display:none}
.opened,.clicked{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.clicked{stroke:#000}
i.clicked{outline:1px solid #000}
}
`;
