/** A run of refusals that are about us, not about a recipient, over this many mails and domains stops a send. */
const RUN = 10;
const DOMAINS = 3;

/** Watches a slice's outcomes for a systematic refusal of us (rulings 9). */
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
