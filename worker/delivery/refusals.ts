/** So many refusals in a row, in at least this many domains, stop a send if they are about us and not about a recipient. */
const RUN = 10;
const DOMAINS = 3;

/** Watches a slice's outcomes for refusals that are about us, not about a recipient (docs/rules.md 9.14). */
export interface RefusalWatch {
  /** Answers whether the run is long enough to stop. */
  refused(domain: string): boolean;
  other(): void;
}

export function watchRefusals(): RefusalWatch {
  let run = 0;
  let domains = new Set<string>();
  return {
    refused(domain) {
      run += 1;
      domains.add(domain);
      return run >= RUN && domains.size >= DOMAINS;
    },
    other() {
      run = 0;
      domains = new Set();
    },
  };
}
