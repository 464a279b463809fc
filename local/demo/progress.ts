const WIDTH = 32;

export function progressBar(label: string, total: number): { show(done: number): void; end(): void } {
  const terminal = process.stderr.isTTY;
  const started = performance.now();
  let shown = 0;
  const draw = (done: number): string => {
    const full = total === 0 ? WIDTH : Math.min(WIDTH, Math.round((done / total) * WIDTH));
    return `${label.padEnd(10)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  };
  return {
    show(done) {
      shown = done;
      if (terminal) process.stderr.write(`\r${draw(done)}`);
    },
    end() {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stderr.write(`${terminal ? '\r' : ''}${draw(shown)} in ${seconds} s\n`);
    },
  };
}
