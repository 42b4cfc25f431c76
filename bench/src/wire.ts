import { Agent, request } from 'node:http';

/** Sends requests over a number of open connections. Reads each response to its end; anything but 200 is an error. */
export function wire(maxSockets: number): (url: string, token: string) => Promise<Buffer> {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return (url, token) =>
    new Promise((done, failed) => {
      const asking = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', failed);
        response.on('end', () => {
          if (response.statusCode === 200) done(Buffer.concat(pieces));
          else failed(new Error(`${url}: ${response.statusCode}`));
        });
      });
      asking.on('error', failed);
      asking.end();
    });
}
