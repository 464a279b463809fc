/** Whether a process of this id runs (also when it is another user's). */
export declare function isAlive(pid: number): boolean;
/** When the process began, in the system's own words, or '' when there is none: an id with its beginning is unique. */
export declare function beginningOf(pid: number): string;
