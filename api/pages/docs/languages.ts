import { type Html, html } from '../../../common/domain/html.ts';
import { code } from './text.ts';

const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;

export type ClientLanguage = keyof typeof LANGUAGES;

/** One example in each language. The script applies a choice to all examples; without it, each has its own. */
export const inLanguages = (
  name: string,
  label: string,
  texts: Readonly<Record<ClientLanguage, string>>,
): Html => html`<fieldset class="langs">
<legend>Language</legend>
${Object.entries(LANGUAGES).map(
  ([language, title], at) =>
    html`<input type="radio" id="in-${name}-${language}" name="in-${name}" value="${language}"${at === 0 && html` checked`}><label for="in-${name}-${language}">${title}</label>`,
)}
${Object.entries(LANGUAGES).map(
  ([language, title]) =>
    html`<div class="in ${language}">${code(`${label}, ${title}`, texts[language as ClientLanguage])}</div>`,
)}
</fieldset>
`;
