// Loaded before a program (`node --import`): its clock is off by as many milliseconds as CLOCK_SHIFT_MS says, or the
// file CLOCK_SHIFT_FILE as it stands, as of a machine that no one set right, or that someone sets in mid-run.
// Timers and performance.now() go on as they are, as they do there.
import { readFileSync, watchFile } from 'node:fs';

const file = process.env.CLOCK_SHIFT_FILE;
const read = () => Number(file ? readFileSync(file, 'utf8') : (process.env.CLOCK_SHIFT_MS ?? 0));
let shift = read();
if (file) {
  const watching = watchFile(file, { interval: 50, persistent: false }, () => {
    shift = read();
  });
  watching.unref();
}
if (shift !== 0 || file) {
  const MachineDate = Date;
  globalThis.Date = class Date extends MachineDate {
    constructor(...given) {
      if (given.length === 0) super(MachineDate.now() + shift);
      else super(...given);
    }
    static now() {
      return MachineDate.now() + shift;
    }
  };
}
