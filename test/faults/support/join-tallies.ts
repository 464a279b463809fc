import type { Tally } from './scenario.ts';

/**
 * One tally of several by name, as one row of the table. Each keeps its own bound: what one doubled beyond it is not covered by
 * what others were allowed.
 */
export function joinTallies(tallies: ReadonlyMap<string, Tally>): Tally {
  const [only, ...others] = tallies.values();
  if (only && others.length === 0) return only;
  const all = [...tallies];
  const sum = (what: 'recipients' | 'lost' | 'doubled' | 'bound'): number =>
    all.reduce((total, [, tally]) => total + tally[what], 0);
  const figures: Record<string, string> = {};
  for (const [, tally] of all)
    for (const [name, value] of Object.entries(tally.figures))
      figures[name] = figures[name] === undefined ? String(value) : `${figures[name]} | ${value}`;
  const beyond = ({ doubled, bound }: Tally): number => Math.max(0, doubled - bound);
  const excess = all.reduce((total, [, tally]) => total + beyond(tally), 0);
  return {
    recipients: sum('recipients'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    bound: excess > 0 ? sum('doubled') - excess : sum('bound'),
    broken: all.flatMap(([name, tally]) => [
      ...tally.broken.map((line) => `${name}: ${line}`),
      ...(beyond(tally) > 0 ? [`${name}: ${tally.doubled} doubled, ${tally.bound} allowed`] : []),
    ]),
    faults: all.map(([, { faults }]) => faults).join(', '),
    figures,
  };
}
