import { origin } from './origin.ts';

export type SocketAnswer = { connected: true } | { connected: false; message: string };

/** Opens the hub's socket by the wire protocol (engine.io 4, socket.io 5) and returns how the hub responded. */
export function openSocket(auth: Record<string, unknown> | undefined): Promise<SocketAnswer> {
  const socket = new WebSocket(`${origin().replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  return new Promise((done, failed) => {
    const end = (answer: SocketAnswer) => {
      socket.close();
      done(answer);
    };
    socket.onerror = () => failed(new Error('The socket could not be opened'));
    socket.onclose = () => end({ connected: false, message: 'closed' });
    socket.onmessage = ({ data }) => {
      const packet = String(data);
      if (packet.startsWith('0')) socket.send(auth === undefined ? '40' : `40${JSON.stringify(auth)}`);
      else if (packet.startsWith('40')) end({ connected: true });
      else if (packet.startsWith('44')) {
        end({ connected: false, message: (JSON.parse(packet.slice(2)) as { message: string }).message });
      }
    };
  });
}
