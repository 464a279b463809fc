import { type SinkOptions, startSinkServer } from './sink-server.ts';

// The process of a sink. Its options are JSON in the first argument; questions and answers use IPC.
const sink = await startSinkServer(JSON.parse(process.argv[2] ?? '{}') as SinkOptions);
const startCpu = process.cpuUsage();

process.on('message', () => {
  sink.flush();
  const { user, system } = process.cpuUsage(startCpu);
  process.send?.({ ...sink.counts(), cpuMicroseconds: user + system });
});
// This process ends with its parent, however the parent ends.
process.on('disconnect', () => {
  sink.close();
  // Not `process.exit()`: Node 24 may hang in it. It waits for a compiling thread of V8, which waits for a garbage collection by this thread.
  process.kill(process.pid, 'SIGKILL');
});
process.send?.({ port: sink.port });
