// Loaded before a program (`node --import`): shifts its clock by CLOCK_SHIFT_MS milliseconds, or by the current contents of
// the file CLOCK_SHIFT_FILE, like a machine with a wrong clock, or one that is set while the program runs. Timers and
// performance.now() are not shifted, as on such a machine.
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
