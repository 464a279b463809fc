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
