import { numbersIn } from '../numbers.ts';

export const { count, number, plural, rate, signed } = numbersIn('fr');
