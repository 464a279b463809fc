// Each language uses it: it comes with the first file.
import './numbers.ts';
import { joinTexts } from './join.ts';
import { type FirstTexts, keepSpeech, type RestTexts, type Texts, textsNow } from './texts.ts';

/** Each folder of two letters is a language, which its file of that name exports: `fr/fr.ts` exports `fr`. */
const FOLDERS = import.meta.glob<Readonly<Record<string, FirstTexts>>>('./??/??.ts');
/** The other texts of each language. */
const RESTS = import.meta.glob<{ readonly rest: RestTexts }>('./??/rest.ts');

const folderOf = (language: string): string => `./${language}/${language}.ts`;

/** The codes of all languages, such as `fr`. */
export const LANGUAGES: readonly string[] = Object.keys(FOLDERS).map((path) => path.slice(2, 4));

/** A language by its own name: Français. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const KEPT = 'console-language';
const STANDARD = 'en';

/** The chosen language, or the browser's first supported one. */
export function languageOf(): string {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages].map((one) => one?.slice(0, 2) ?? '');
  return wanted.find((one) => LANGUAGES.includes(one)) ?? STANDARD;
}

let first: Promise<Texts> | undefined;
/** The language of this page: another tab may choose another one. It changes once all texts of another one are here. */
let own = STANDARD;
/** The last choice, whose texts may be under way. */
let chosen = STANDARD;

const firstOf = async (language: string): Promise<Texts> =>
  ({ ...(await FOLDERS[folderOf(language)]!())[language]! }) as Texts;
const restOf = async (language: string): Promise<RestTexts> => (await RESTS[`./${language}/rest.ts`]!()).rest;

/** Loads the texts of one language that every page needs. */
export function loadTexts(language: string): Promise<Texts> {
  own = language;
  first = firstOf(language).then((texts) => {
    keepSpeech({ language, texts });
    return texts;
  });
  return first;
}

/** Adds the texts of the pages that a first visit seldom opens. */
export async function loadRest(): Promise<void> {
  const language = own;
  const [rest] = await Promise.all([restOf(language), first]);
  // A language that took its place meanwhile has them.
  if (language === own) joinTexts(textsNow(), rest);
}

/** Draws the open page in another language, with all that is written and chosen in it, and keeps the choice. */
export async function chooseLanguage(language: string): Promise<void> {
  chosen = language;
  const [texts, rest] = await Promise.all([firstOf(language), restOf(language)]);
  // Another one was chosen meanwhile.
  if (language !== chosen) return;
  own = language;
  localStorage.setItem(KEPT, language);
  joinTexts(texts, rest);
  keepSpeech({ language, texts });
}
