/**
 * What the API and a worker are started with, beside their settings; in the image by the Dockerfile, and for one process
 * alone by the scripts of package.json, as it counts from the start of a process on. glibc's malloc otherwise gives each
 * thread of Node an arena of its own, and keeps in each what was once needed at a time: resident memory that goes up
 * and down by megabytes with the load. Other C libraries don't read it.
 */
export const PROGRAM_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;
