/** Kinds that take time to look up: the DNS knows domains without mail, MongoDB the addresses whose mail bounced for good. */
const ASKED_KINDS = ['no_mail_domain', 'undeliverable'] as const;
/** Kinds of doubtful addresses. */
export const HYGIENE_KINDS = ['typo', 'role', 'disposable', ...ASKED_KINDS] as const;
export type HygieneKind = (typeof HYGIENE_KINDS)[number];

/** Whether an import looks up a kind: dry runs do, and those that leave such rows out. Others do not wait for it. */
export const asksFor = (
  kind: (typeof ASKED_KINDS)[number],
  { dry_run, leave_out = [] }: { readonly dry_run?: boolean; readonly leave_out?: readonly HygieneKind[] },
): boolean => dry_run === true || leave_out.includes(kind);

/** A row with a doubtful address; `meant`: the domain that a typing error was probably for. It does not have the address. */
export interface DoubtfulRow {
  line: number;
  meant: string | null;
}

/** Rows of a file with doubtful addresses, by kind. A row counts in each of its kinds. */
export interface SeenDoubts {
  /** Some kinds are counted only where {@link asksFor} is true. */
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

/** Counts of all kinds: those of an earlier version may lack one. */
export function withAllKinds({ counts, examples, leftOut }: SeenDoubts): SeenDoubts {
  const none = noDoubts();
  return { counts: { ...none.counts, ...counts }, examples: { ...none.examples, ...examples }, leftOut };
}

export function sumOfDoubts(stored: SeenDoubts, other: SeenDoubts): SeenDoubts {
  const one = withAllKinds(stored);
  const sum = noDoubts();
  sum.leftOut = one.leftOut + other.leftOut;
  for (const kind of HYGIENE_KINDS) {
    sum.counts[kind] = one.counts[kind] + other.counts[kind];
    sum.examples[kind] = [...one.examples[kind], ...other.examples[kind]].slice(0, EXAMPLES);
  }
  return sum;
}
