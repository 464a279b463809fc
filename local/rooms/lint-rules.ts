import { PROGRAMS } from './layers.ts';

interface Override {
  readonly files: readonly string[];
  readonly rules: object;
}

const RULE = 'eslint/no-restricted-imports';
const OTHERS: Readonly<Record<string, string>> = {
  api: 'worker|inbound|console|local|test|bench',
  worker: 'api|inbound|console|local|test|bench',
  common: 'api|worker|inbound|console|local|test|bench',
};
const UP = String.raw`^(\.\./)+`;

/** A rule for each floor of the rooms: it imports no room of its own floor or of one above. */
export const layerRules = (): Override[] =>
  PROGRAMS.filter(({ root }) => root in OTHERS).flatMap(({ root, floors }) => {
    const outside = { regex: `${UP}(${OTHERS[root]})/`, message: `${root} knows none of these.` };
    const rule = (files: string, patterns: readonly object[]): Override => ({
      files: [files],
      rules: { [RULE]: ['error', { patterns }] },
    });
    return [
      rule(`${root}/*.ts`, [outside]),
      ...floors.map((rooms, at) => {
        const above = floors.slice(at).flat();
        const message = 'A room imports rooms of lower floors only (local/rooms/layers.ts).';
        const names = rooms.length === 1 ? rooms[0]! : `{${rooms.join(',')}}`;
        return rule(`${root}/${names}/**/*.ts`, [outside, { regex: `${UP}(${above.join('|')})/`, message }]);
      }),
    ];
  });

export function withLayerRules<Configuration extends { readonly overrides: readonly Override[] }>(
  configuration: Configuration,
): Configuration {
  const roots = Object.keys(OTHERS).map((root) => `${root}/`);
  const isOther = ({ files }: Override): boolean => !roots.some((root) => files[0]!.startsWith(root));
  return {
    ...configuration,
    overrides: [...configuration.overrides.filter(isOther), ...layerRules()],
  };
}
