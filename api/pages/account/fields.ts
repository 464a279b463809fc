import { isTooLong, MAX_PASSWORD, MIN_PASSWORD } from '../../../common/accounts/passwords.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import { localTime } from '../../../common/domain/times.ts';
import { accountEn } from '../texts/account.en.ts';
import type { AccountTexts } from '../texts/language.ts';

export type Problems = Readonly<Record<string, string>>;

interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
}

export function field({ name, label, hint, problem }: FormField, control: (attributes: Html) => Html): Html {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${described !== '' && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem && html`<p class="wrong" id="${name}-problem">${problem}</p>`}
${control(attributes)}
</div>
`;
}

export interface FormTextField extends FormField {
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly autocomplete: string;
  readonly optional?: true;
}

/** `novalidate` turns off the browser's validation: its messages may be in another language, and are not accessible to all. */
export const textField = ({ type = 'text', value, autocomplete, optional, ...rest }: FormTextField): Html =>
  field(
    rest,
    (attributes) =>
      html`<input type="${type}" ${attributes} autocomplete="${autocomplete}"${!optional && html` required`}${value !== undefined && html` value="${value}"`}>`,
  );

/** All problems at the top. The summary gets the focus, so that screen readers read it. */
export const problemSummary = (problems: Problems, { problems: title } = accountEn): Html | false => {
  const entries = Object.entries(problems);
  return (
    entries.length > 0 &&
    html`<div class="problem" role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
<ul>${entries.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>
</div>
`
  );
};

export const codeField = (problems: Problems, { code }: AccountTexts, hint: string = code.hint): Html =>
  textField({
    name: 'code',
    label: code.label,
    hint,
    autocomplete: 'one-time-code',
    problem: problems['code'],
  });

export const newPasswordProblems = (wanted: string, texts: AccountTexts): Problems => ({
  ...(!isLonger(wanted, MIN_PASSWORD - 1) && { new_password: texts.shortNewPassword(MIN_PASSWORD) }),
  ...(isTooLong(wanted) && { new_password: texts.longNewPassword(MAX_PASSWORD) }),
});

export const newPasswordField = (problems: Problems, texts: AccountTexts): Html =>
  textField({
    name: 'new_password',
    label: texts.newPassword,
    hint: texts.newPasswordHint,
    type: 'password',
    autocomplete: 'new-password',
    problem: problems['new_password'],
  });

/** On narrow screens the style sheet stacks the cells, and table elements lose their roles. So the roles are set here. */
export const stackedTable = (
  caption: string,
  columns: readonly (string | Html)[],
  rows: readonly Html[],
): Html =>
  html`<table role="table">
${caption !== '' && html`<caption>${caption}</caption>`}
<thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows}</tbody>
</table>`;

export const hidden = (text: string): Html => html`<span class="hidden">${text}</span>`;

export const statusOf = (problems: Problems): number => (Object.keys(problems).length > 0 ? 422 : 200);

export const shownTime = (date: Date, timezone: string): Html =>
  html`<time datetime="${date.toISOString()}">${localTime(date, timezone).slice(0, 16)}</time>`;
