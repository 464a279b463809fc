import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments } from '../../common/config/program-options.ts';
import { withDrawing } from './drawing.ts';
import { withLayerRules } from './lint-rules.ts';

readArguments(
  "Usage: npm run docs:rooms\n\nDraws the rooms in docs/architecture.md, and writes the linter's rules of their floors.",
  {},
);

const [PAGE, RULES] = ['docs/architecture.md', '.oxlintrc.json'];

writeFileSync(PAGE, withDrawing(readFileSync(PAGE, 'utf8')));
writeFileSync(RULES, textOf(withLayerRules(JSON.parse(readFileSync(RULES, 'utf8')))));

/** One line for each override: a rule is read as a whole. */
function textOf({ overrides, ...others }: { readonly overrides: readonly object[] }): string {
  const lines = overrides.map((one) => `    ${JSON.stringify(one)}`);
  const text = JSON.stringify({ ...others, overrides: [] }, null, 2);
  return `${text.replace('"overrides": []', () => `"overrides": [\n${lines.join(',\n')}\n  ]`)}\n`;
}
