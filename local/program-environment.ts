/**
 * Environment of the API and the workers, in addition to their settings. In the image the Dockerfile sets it; for a single process
 * the scripts of package.json do, because it must be set before the process starts. Without it glibc's malloc gives each thread of
 * Node its own arena that keeps the memory it once needed, so resident memory varies by megabytes with the load. Other C libraries
 * ignore it.
 *
 * V8's young generation may take 2 × 32 MB from Node 24 on, and 2 × 16 MB before. Measured on Node 24.21 with a send of 20,000: a
 * worker's peak memory is 283 MB without the limit and 189 MB with it (197 MB on Node 20.20); with an import of 200,000, 398 and
 * 279 MB.
 */
export const PROGRAM_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=16',
} as const;
