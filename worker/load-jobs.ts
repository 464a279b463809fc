import { extname } from 'node:path';
import { JOB_NAMES, type JobName } from '../common/jobs/catalogue.ts';
import type { Job } from './job.ts';

/** The object of each job of the catalogue. */
export type Jobs = { readonly [Name in JobName]: Job<Name> };

/** Loads each job of the catalogue from the file that has its name. A worker that lacks one does not start. */
export async function loadJobs(names: readonly string[] = JOB_NAMES): Promise<Jobs> {
  const jobs: Record<string, Job<JobName>> = {};
  // One after the other, because parallel imports would each go through all the modules that they share.
  for (const name of names) jobs[name] = await loadJob(name);
  return jobs as unknown as Jobs;
}

async function loadJob(name: string): Promise<Job<JobName>> {
  // Built files have another extension.
  const file = `./jobs/${name}${extname(import.meta.url)}`;
  const { default: job } = await load(file);
  if (job?.name !== name) throw new Error(`worker/jobs/${name}.ts does not define the job ${name}`);
  return job;
}

async function load(file: string): Promise<{ readonly default?: Job<JobName> }> {
  try {
    return await import(new URL(file, import.meta.url).href);
  } catch (cause) {
    throw new Error(`the catalogue has a job that can not be loaded from ${file}`, { cause });
  }
}
