/**
 * What the API and a worker are started with, beside their settings; in the image by the Dockerfile, and for one process
 * alone by the scripts of package.json, as it counts from the start of a process on. glibc's malloc otherwise gives each
 * thread of Node an arena of its own, and keeps in each what was once needed at a time: resident memory that goes up
 * and down by megabytes with the load. Other C libraries don't read it.
 *
 * V8 lets what is young take 2 × 32 MB from Node 24 on, and 2 × 16 MB before. Measured with a send of 20,000 on Node 24.21: a worker's
 * largest memory is 283 MB without the bound and 189 MB with it (197 MB on Node 20.20); of an import of 200,000, 398 and 279 MB.
 */
export const PROGRAM_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=16',
} as const;
