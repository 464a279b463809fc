/** Milliseconds of CPU that the work below takes on the machine on which the limits of turns were set, at its best. */
const REFERENCE_MS = 20;
const RUNS = 5;
const SAMPLED_EVERY_MS = 2000;
/** A sample counts for this long before and after it. */
const COUNTS_MS = 10_000;

/** Work like that of a turn: texts, objects and garbage. */
function work(): number {
  let length = 0;
  for (let round = 0; round < 40; round += 1) {
    const all = Array.from({ length: 600 }, (_, at) => ({ id: at, name: `name ${at}`, round }));
    length += JSON.stringify(JSON.parse(JSON.stringify(all))).replaceAll('name', 'word').length;
  }
  return length;
}

/** Milliseconds of CPU that the work takes now. */
function taken(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as much CPU this machine takes now for the same work as the machine on which limits were set; at least 1. A virtual machine
 * that others hold back counts their time as its own: then a limit in milliseconds of CPU is to be this much wider.
 */
export function slowness(): number {
  const all = Array.from({ length: RUNS }, taken).toSorted((one, other) => one - other);
  return Math.max(1, all[Math.floor(RUNS / 2)]! / REFERENCE_MS);
}

/** The slowness of the machine over a time. */
export interface SlownessWatch {
  /** The greatest slowness around a moment of the machine's time; at least 1. */
  around(at: number): number;
  stop(): void;
}

/** Samples the machine's slowness until it is stopped, so that a long turn is judged by the speed at its own time. */
export function watchSlowness(): SlownessWatch {
  const samples: { at: number; slowness: number }[] = [];
  const timer = setInterval(
    () => samples.push({ at: Date.now(), slowness: taken() / REFERENCE_MS }),
    SAMPLED_EVERY_MS,
  );
  return {
    around: (at) =>
      Math.max(1, ...samples.filter((one) => Math.abs(one.at - at) <= COUNTS_MS).map((one) => one.slowness)),
    stop: () => clearInterval(timer),
  };
}
