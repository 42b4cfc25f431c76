import { request } from 'node:http';
import { origin } from './origin.ts';

/** Sends an endless file in pieces until the hub responds. Returns the response and how much was sent. */
export async function pour(path: string, token: string, announced: number | null) {
  const piece = Buffer.alloc(1_048_576, 'x');
  return new Promise<{ status: number; megabytes: number }>((done, failed) => {
    let megabytes = 0;
    const sending = request(`${origin()}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        ...(announced === null ? {} : { 'content-length': announced }),
      },
    });
    const pump = () => {
      while (megabytes < 400 && !sending.destroyed) {
        megabytes += 1;
        if (!sending.write(piece)) {
          sending.once('drain', pump);
          return;
        }
      }
    };
    sending.once('response', (response) => {
      done({ status: response.statusCode ?? 0, megabytes });
      sending.destroy();
    });
    sending.on('error', failed);
    sending.write(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="large.png"\r\n' +
        'content-type: image/png\r\n\r\n',
      pump,
    );
  });
}
