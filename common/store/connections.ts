/** Connections of a process to MongoDB, without those of slow queries. */
export const CONNECTIONS = 30;
