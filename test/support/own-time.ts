/** Milliseconds of CPU of this process during a call, the least of some rounds: the first one compiles its code. */
export async function ownTime(call: () => unknown, rounds = 3): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
