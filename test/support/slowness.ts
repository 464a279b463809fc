/** Milliseconds of CPU that the work below takes on the machine on which the limits of turns were set, at its best. */
const REFERENCE_MS = 20;
const RUNS = 5;

/** Work like that of a turn: texts, objects and garbage. */
function work(): number {
  let length = 0;
  for (let round = 0; round < 40; round += 1) {
    const all = Array.from({ length: 600 }, (_, at) => ({ id: at, name: `name ${at}`, round }));
    length += JSON.stringify(JSON.parse(JSON.stringify(all))).replaceAll('name', 'word').length;
  }
  return length;
}

/**
 * How many times as much CPU this machine takes now for the same work as the machine on which limits were set; at least 1. A virtual machine
 * that others hold back counts their time as its own: then a limit in milliseconds of CPU is to be this much wider.
 */
export function slowness(): number {
  const taken = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).toSorted((one, other) => one - other);
  return Math.max(1, taken[Math.floor(RUNS / 2)]! / REFERENCE_MS);
}
