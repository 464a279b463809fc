import type { Attack } from './attack.ts';
import { largeBodies } from './bodies.ts';
import { fullRate } from './calls.ts';
import { csvCells } from './csv-cells.ts';
import { designPages } from './design-pages.ts';
import { designSendAttacks } from './design-sends.ts';
import { largeForms, longTexts, smallForms } from './forms.ts';
import { hardening } from './hardening.ts';
import { inboundAttacks } from './inbound.ts';
import { jobAttacks } from './jobs.ts';
import { largeRecords, templateLists } from './lists.ts';
import { passwordLinks } from './password-links.ts';
import { previews } from './previews.ts';
import { quotaAttacks } from './quotas.ts';
import { senders } from './senders.ts';
import { slowWebhooks } from './slow-webhooks.ts';
import { smallCallAttacks } from './small-calls.ts';
import { strangerAttacks } from './strangers.ts';

const all: readonly Attack[] = [
  smallForms,
  largeForms,
  longTexts,
  csvCells,
  ...designSendAttacks,
  designPages,
  previews,
  templateLists,
  largeRecords,
  senders,
  largeBodies,
  ...smallCallAttacks,
  ...strangerAttacks,
  passwordLinks,
  hardening,
  ...inboundAttacks,
  slowWebhooks,
  ...quotaAttacks,
  fullRate,
  ...jobAttacks,
];

/** In the order of the table: those that `ATTACKS` names, or all. */
export const attacks: readonly Attack[] = process.env['ATTACKS']
  ? all.filter(({ name }) => process.env['ATTACKS']!.split(',').includes(name))
  : all;
