import { type Html, html } from '../../../common/domain/html.ts';
import { accountEn } from '../texts/account.en.ts';

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
