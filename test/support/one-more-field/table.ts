import { CONTACT_FIELDS as FIELDS } from '../../../shared/contact-fields.ts';

export * from '../../../shared/contact-fields.ts';

/** The table of contact fields with one more row. It replaces the original when `register.mjs` is loaded. */
export const CONTACT_FIELDS = Object.freeze({
  ...FIELDS,
  job_title: { label: 'Job title', type: 'text', max: 40, segments: true, example: 'Engineer' },
});
