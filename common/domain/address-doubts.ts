/** Kinds of doubtful addresses. Only the DNS knows `no_mail_domain`: the domain has neither mail servers nor an address. */
export const HYGIENE_KINDS = ['typo', 'role', 'disposable', 'no_mail_domain'] as const;
export type HygieneKind = (typeof HYGIENE_KINDS)[number];

/** Whether an import asks the DNS: dry runs do, and those that leave such rows out. Others do not wait for it. */
export const asksForMailDomains = ({
  dry_run,
  leave_out = [],
}: {
  readonly dry_run?: boolean;
  readonly leave_out?: readonly HygieneKind[];
}): boolean => dry_run === true || leave_out.includes('no_mail_domain');

/** A row with a doubtful address; `meant`: the domain that a typing error was probably for. It does not have the address. */
export interface DoubtfulRow {
  line: number;
  meant: string | null;
}

/** Rows of a file with doubtful addresses, by kind. A row counts in each of its kinds. */
export interface SeenDoubts {
  /** `no_mail_domain` is counted only where the DNS was asked. */
  readonly counts: Record<HygieneKind, number>;
  /** The first five of each kind. */
  readonly examples: Record<HygieneKind, DoubtfulRow[]>;
  /** Rows that were not imported for one of the kinds that the caller named. */
  leftOut: number;
}

const EXAMPLES = 5;

const ofEachKind = <Value>(make: () => Value) =>
  Object.fromEntries(HYGIENE_KINDS.map((kind) => [kind, make()])) as Record<HygieneKind, Value>;

export const noDoubts = (): SeenDoubts => ({
  counts: ofEachKind(() => 0),
  examples: ofEachKind<DoubtfulRow[]>(() => []),
  leftOut: 0,
});

export function noteDoubt({ counts, examples }: SeenDoubts, kind: HygieneKind, row: DoubtfulRow): void {
  counts[kind] += 1;
  if (examples[kind].length < EXAMPLES) examples[kind].push(row);
}

export function sumOfDoubts(one: SeenDoubts, other: SeenDoubts): SeenDoubts {
  const sum = noDoubts();
  sum.leftOut = one.leftOut + other.leftOut;
  for (const kind of HYGIENE_KINDS) {
    sum.counts[kind] = one.counts[kind] + other.counts[kind];
    sum.examples[kind] = [...one.examples[kind], ...other.examples[kind]].slice(0, EXAMPLES);
  }
  return sum;
}
