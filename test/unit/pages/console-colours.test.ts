import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect } from 'chai';
import { themeOf } from '../../../console/src/app/theme.ts';
import { luminanceOf } from '../../../console/src/data/brand-look.ts';
import { ROOT } from '../../../local/servers.mjs';
import { TOKENS } from '../../../shared/page-tokens.ts';
import { consoleTexts } from '../../support/console-texts.ts';

const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(await consoleTexts('en')));
const mantine = defaultCssVariablesResolver(theme);
const sheet = readFileSync(join(ROOT, 'console/src/app/app.css'), 'utf8');

/** The variables that a rule of the console's own sheet sets. */
function setBy(selector: string): Record<string, string> {
  const rule = sheet.split(`${selector} {`)[1]!.split('}')[0]!;
  return Object.fromEntries(
    [...rule.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const asHex = (colour: string): string => {
  const parts = /^rgba\((\d+), (\d+), (\d+), 1\)$/.exec(colour)?.slice(1);
  if (!parts) return colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
};

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((colour) => luminanceOf(colour))
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the colours of the console', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const variables: Record<string, string> = {
      ...mantine.variables,
      ...mantine[scheme],
      ...Object.fromEntries(Object.entries(TOKENS[scheme]).map(([name, value]) => [`--${name}`, value])),
      ...setBy(':root:root[data-mantine-color-scheme]'),
      ...(scheme === 'light' && setBy(':root:root[data-mantine-color-scheme="light"]')),
    };
    const valueOf = (text: string): string => {
      const name = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
      return name === undefined ? asHex(text) : valueOf(variables[name]!);
    };
    for (const color of ['brand', 'red'])
      for (const variant of ['subtle', 'light'])
        it(`leave the text of a ${variant} ${color} button readable, also under the pointer, ${scheme}`, () => {
          const drawn = theme.variantColorResolver({ theme, color, variant });
          const rest = drawn.background === 'transparent' ? 'var(--paper)' : drawn.background;
          for (const ground of [rest, drawn.hover])
            expect(contrast(valueOf(drawn.color), valueOf(ground)), ground).to.be.at.least(4.5);
        });
  }
});
