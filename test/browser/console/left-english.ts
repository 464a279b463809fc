import type { Page } from 'playwright-core';
import { consoleTexts } from '../../support/console-texts.ts';

/** Words of one language that stand alone on screen, such as the label of a button. */
const wordsOf = (texts: object): string[] =>
  Object.values(texts).flatMap((text) =>
    typeof text === 'string' ? [text] : typeof text === 'object' ? wordsOf(text as object) : [],
  );

/** Texts of the test accounts, which are words of the console by chance. */
const OF_THE_ACCOUNT = new Set(['Newsletter', 'Customers', 'News and offers']);

/** Reads the texts of a page that are English, and another language has other words for. */
export async function leftEnglish(language: 'de' | 'fr'): Promise<(page: Page) => Promise<string[]>> {
  const [english, own] = await Promise.all([consoleTexts('en'), consoleTexts(language)]);
  const known = new Set([...wordsOf(own), ...OF_THE_ACCOUNT]);
  const left = new Set(wordsOf(english).filter((text) => !known.has(text)));
  return async (page) => {
    const text = await page.evaluate(() => document.body.innerText);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => left.has(line));
  };
}
