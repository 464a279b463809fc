export { readCss } from '../domain/read-css.ts';
