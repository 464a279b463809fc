import { connect } from 'node:net';

/**
 * The answer of a server to bytes that `fetch` would not send, until it closes the connection. Each text is written
 * unchanged.
 */
export function rawRequest(
  url: string,
  text: string,
): Promise<{ status: number; headers: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const end = answer.indexOf('\r\n\r\n');
      resolve({
        status: Number(answer.split(' ', 2)[1]),
        headers: answer.slice(0, end).toLowerCase(),
        body: answer.slice(end + 4),
      });
    });
  });
}
