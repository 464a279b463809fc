// Clicks fill links with them too.
export { valuesOf, valuesOfAddress } from '../../common/queries/contact-values.ts';
