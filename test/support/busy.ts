/** Keeps this process busy, a turn of 20 ms after the other, until the returned function is called. */
export function keepBusy(): () => void {
  let isBusy = true;
  const work = (): void => {
    const ends = performance.now() + 20;
    while (performance.now() < ends);
    if (isBusy) setImmediate(work);
  };
  work();
  return () => {
    isBusy = false;
  };
}
