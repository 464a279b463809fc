import { type Html, html } from '../../../common/domain/html.ts';
import type { SystemMail } from '../mailer.ts';

export interface MailLayoutTexts {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly figures?: readonly (readonly [name: string, value: string])[];
  readonly button?: { readonly text: string; readonly url: string };
  readonly footer: readonly string[];
  readonly stop?: { readonly text: string; readonly url: string };
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail readers with a dark mode use these colours; others show the inline colours.
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:#10151c!important}.paper{background:#1a212b!important;border-color:#364152!important}.ink{color:#e7ecf3!important}.soft{color:#a3afbf!important}.soft a{color:#a3afbf!important}.line{border-color:#364152!important}}
@media (max-width:480px){.paper{padding:24px 20px!important}}`;

function mailHtml({ title, paragraphs, figures, button, footer, stop }: MailLayoutTexts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${{ html: DARK }}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3f5f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:#f3f5f8"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:544px"><tr><td class="paper" style="background:#ffffff;border:1px solid #d8dee7;border-radius:12px;padding:36px 40px">
<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:22px;line-height:1.3;color:#1a2230">${title}</h1>
${paragraphs.map(
  (
    text,
  ) => html`<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:#1a2230">${text}</p>
`,
)}${figures && figuresHtml(figures)}${button && buttonHtml(button)}${footer.map(
  (
    text,
  ) => html`<p class="soft" style="margin:16px 0 0;${FONT};font-size:14px;line-height:1.5;color:#56606f">${text}</p>
`,
)}${stop && stopHtml(stop)}</td></tr></table>
</td></tr></table>
</body>
</html>
`.html;
}

/** The button with its address as visible text: some readers block links, and some people copy them. */
const buttonHtml = ({ text, url }: NonNullable<MailLayoutTexts['button']>): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td style="background:#1f5fc4;border-radius:8px">
<a href="${url}" style="display:inline-block;padding:13px 26px;${FONT};font-size:16px;font-weight:600;line-height:1.2;color:#ffffff;text-decoration:none">${text}</a>
</td></tr></table>
<p class="soft" style="margin:0 0 16px;${FONT};font-size:14px;line-height:1.5;color:#56606f">Or open this address:<br><a href="${url}" style="color:#56606f;word-break:break-all">${url}</a></p>
`;

const figuresHtml = (figures: NonNullable<MailLayoutTexts['figures']>): Html => html`
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;border-collapse:collapse">
${figures.map(
  ([name, value]) => html`<tr>
<th scope="row" align="left" class="line soft" style="padding:9px 12px 9px 0;border-top:1px solid #d8dee7;${FONT};font-size:15px;line-height:1.4;font-weight:400;color:#56606f">${name}</th>
<td align="right" class="line ink" style="padding:9px 0;border-top:1px solid #d8dee7;${FONT};font-size:15px;line-height:1.4;font-weight:600;color:#1a2230">${value}</td>
</tr>
`,
)}</table>
`;

const stopHtml = ({ text, url }: NonNullable<MailLayoutTexts['stop']>): Html => html`
<p class="soft" style="margin:16px 0 0;${FONT};font-size:14px;line-height:1.5;color:#56606f"><a href="${url}" style="color:#56606f">${text}</a></p>
`;

export const mailOf = (words: MailLayoutTexts, rest: Omit<SystemMail, 'text' | 'html'>): SystemMail => ({
  ...rest,
  text: mailText(words),
  html: mailHtml(words),
});

function mailText({ title, paragraphs, figures = [], button, footer, stop }: MailLayoutTexts): string {
  const parts = [
    title,
    ...paragraphs,
    ...(figures.length > 0 ? [figures.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.text}:\n${button.url}`] : []),
    ...footer,
    ...(stop ? [`${stop.text}:\n${stop.url}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
