import type { Problem } from '../../common/mail-check/problems.ts';

/** An item of `message.problems`. */
export const presentProblem = ({ level, code, text, where }: Problem) => ({ level, code, text, where });
