// Loaded before a program (`node --import`): its clock is CLOCK_SHIFT_MS off, as of a machine that nobody set right.
// Timers and performance.now() go on as they are, as they do there.
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
if (shift !== 0) {
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
