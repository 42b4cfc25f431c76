/** A relay before a server, so that a test decides when the server can be reached. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Gate {
  port: number;
  /** Resolves when the first connection arrives. */
  asked: Promise<void>;
  /** Lets connections through, those that wait too. */
  open(): void;
  /** Cuts every connection and refuses new ones. */
  shut(): void;
  close(): Promise<void>;
}

/** Opens a gate that lets connections wait until it is set otherwise. */
export async function createGate(target: { host: string; port: number }): Promise<Gate> {
  const asked = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const waiting = new Set<Socket>();
  let state: 'waiting' | 'open' | 'shut' = 'waiting';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const relay = (socket: Socket) => {
    const server = connect(target.port, target.host);
    keep(server);
    socket.once('close', () => server.destroy());
    server.once('close', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  };
  const cut = () => {
    waiting.clear();
    for (const socket of sockets) socket.destroy();
  };
  const gate = createServer((socket) => {
    keep(socket);
    if (state === 'shut') socket.destroy();
    else if (state === 'open') relay(socket);
    else waiting.add(socket);
    asked.resolve();
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    asked: asked.promise,
    open() {
      state = 'open';
      for (const socket of waiting) relay(socket);
      waiting.clear();
    },
    shut() {
      state = 'shut';
      cut();
    },
    async close() {
      cut();
      gate.close();
      await once(gate, 'close');
    },
  };
}
