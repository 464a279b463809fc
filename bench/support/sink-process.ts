import { type SinkOptions, startSinkServer } from './sink-server.ts';

// The sink's own process: its options come as JSON in the first argument, questions and answers go over IPC.
const sink = await startSinkServer(JSON.parse(process.argv[2] ?? '{}') as SinkOptions);
const startCpu = process.cpuUsage();

process.on('message', () => {
  sink.flush();
  const { user, system } = process.cpuUsage(startCpu);
  process.send?.({ ...sink.counts(), cpuMicroseconds: user + system });
});
// The parent's end, however it came, is ours.
process.on('disconnect', () => {
  sink.close();
  process.exit();
});
process.send?.({ port: sink.port });
