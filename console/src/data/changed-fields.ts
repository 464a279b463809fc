const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The fields of a draft that differ from the stored values. */
export const changedNames = <Draft extends object>(base: Draft, draft: Draft): (keyof Draft)[] =>
  (Object.keys(draft) as (keyof Draft)[]).filter((name) => !isSame(draft[name], base[name]));

/** Whether fields of a draft have other stored values than those it was made from, and others than its own. */
export const isPartedFrom = <Draft extends object>(
  stored: Draft,
  draft: Partial<Draft>,
  base: Partial<Draft> | undefined,
): boolean =>
  (Object.keys(draft) as (keyof Draft)[]).some(
    (name) => !isSame(stored[name], draft[name]) && !(base && isSame(stored[name], base[name])),
  );

export const pickFields = <Draft extends object>(
  from: Draft,
  names: readonly (keyof Draft)[],
): Partial<Draft> => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Draft>;
