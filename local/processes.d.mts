/** Whether a process of this id runs (also when it is another user's). */
export declare function isAlive(pid: number): boolean;
/** The start time of the process as the system writes it, or '' when there is no such process. Id and start time together are unique. */
export declare function beginningOf(pid: number): string;
