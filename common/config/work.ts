import Joi from 'joi';
import { checked, optionalText, section, whole } from './setting.ts';

export const work = section({
  title: 'Work',
  settings: {
    WORKER_SLICES: whole({
      most: 64,
      standard: 3,
      unit: 'slices',
      reason: 'Concurrent slices of sends in a worker.',
    }),
    RECORD_MAILS: whole({
      most: 500,
      standard: 250,
      unit: 'mails',
      reason:
        'Outcomes are written in groups of this size, or after RECORD_MS. A killed worker may double mails (docs/guarantees.md).',
    }),
    RECORD_MS: whole({
      most: 5000,
      standard: 100,
      unit: 'milliseconds',
      reason: 'The longest time until outcomes are written.',
    }),
    TRACKING_MS: whole({
      most: 5000,
      standard: 200,
      unit: 'milliseconds',
      reason: 'Opens and clicks are written after this time, or TRACKING_EVENTS.',
    }),
    TRACKING_EVENTS: whole({
      most: 10_000,
      standard: 500,
      unit: 'events',
      reason: 'The largest group, which a killed API process loses. SIGTERM loses none.',
    }),
    HYGIENE_DIR: optionalText(
      'path of a folder',
      'Your own `large-domains.txt`, `role-names.txt` or `disposable-domains.txt` in place of those of `common/data/hygiene`, one word a line. They are read once.',
    ),
    PREFETCH_NETWORKS_FILE: checked<string | undefined>(Joi.string(), {
      type: 'path',
      otherwise: 'large blocks around them',
      reason:
        "Networks of Apple's Mail Privacy Protection (docs/people-and-machines.md), one a line: https://mask-api.icloud.com/egress-ip-ranges.csv. The API reads it at its start.",
    }),
  },
});

export const rendering = section({
  title: 'Designs',
  about: 'Separate processes, which can be killed, render MJML and the text part of HTML.',
  settings: {
    RENDER_PROCESSES: whole({
      most: 64,
      standard: 2,
      unit: 'processes',
      reason: 'Processes for each API and worker process. An account uses all but one, and at least one.',
    }),
    RENDER_CPU_MS: whole({
      least: 500,
      most: 60_000,
      standard: 5000,
      unit: 'milliseconds',
      reason:
        'Processor time for a design; 200 kB of MJML take one second. The load of the machine does not count.',
    }),
    RENDER_MEMORY_MB: whole({
      least: 64,
      most: 4096,
      standard: 128,
      unit: 'megabytes',
      reason: "Heap of a process, which takes at most twice that. Count it in a container's limit.",
    }),
    RENDER_HTML_BYTES: whole({
      most: 8 * 2 ** 20,
      standard: 5 * 2 ** 20,
      unit: 'bytes',
      reason: 'HTML of a design.',
    }),
    RENDER_CACHE_BYTES: whole({
      standard: 256 * 2 ** 20,
      unit: 'bytes',
      reason: 'Cached results in MongoDB. The least recently used are removed first.',
    }),
  },
});
