import { join } from 'node:path';
import { joinTexts } from '../../console/src/texts/join.ts';
import type { Texts } from '../../console/src/texts/texts.ts';
import { ROOT } from '../../local/servers.mjs';

/** All texts of the console in a language, with those that load with their pages. */
export async function consoleTexts(language: string): Promise<Texts> {
  const file = (name: string): Promise<Record<string, object>> =>
    import(join(ROOT, `console/src/texts/${language}/${name}.ts`));
  const texts = { ...(await file(language))[language]! };
  joinTexts(texts, (await file('rest'))['rest']!);
  return texts as Texts;
}

/** Words of one language that stand alone on screen, such as the label of a button. */
const wordsOf = (texts: object): string[] =>
  Object.values(texts).flatMap((text) =>
    typeof text === 'string' ? [text] : typeof text === 'object' ? wordsOf(text as object) : [],
  );

/** Texts of the test accounts, which are words of the console by chance. */
const OF_THE_ACCOUNT = ['Newsletter', 'Customers', 'News and offers'];

/** Those that are English only. Names of people and services, and words that are the same in both languages, are left out. */
export async function englishOnly(language: string): Promise<ReadonlySet<string>> {
  const own = new Set([...wordsOf(await consoleTexts(language)), ...OF_THE_ACCOUNT]);
  return new Set(wordsOf(await consoleTexts('en')).filter((text) => !own.has(text)));
}
