/** Events to browsers over Socket.IO. */
export { createRealtime, type RealtimeServer } from './server.ts';
export type { Audience, Realtime, RealtimeEvent } from './types.ts';
