/**
 * A timer for how long an answer may take, to be cleared once it is there. After a loop that was held up, timers come before what was received
 * meanwhile, and immediates after it: so an answer that was there in time is read first, however busy this process was.
 */
export const setAnswerTimer = (late: () => void, ms: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(late), ms);
