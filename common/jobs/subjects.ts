import { mailingOfSend } from '../domain/mailing-keys.ts';

// Subjects of jobs: a call that changes one clears the failures of its jobs.

/** A single send and its mailing are one subject: the mailing's key. */
export const subjectOfSend = mailingOfSend;
export const subjectOfAutomation = (id: number): string => `automation-${id}`;
export const subjectOfSchedule = (id: number): string => `schedule-${id}`;
export const subjectOfType = (id: number): string => `contact-type-${id}`;
export const subjectOfBulkChange = (id: number): string => `bulk-change-${id}`;
export const subjectOfUndo = (importId: number): string => `undo-import-${importId}`;
