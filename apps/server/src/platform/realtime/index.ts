/** Events to browsers over Socket.IO. */
export type { Audience, Realtime, RealtimeEvent } from './types.ts';
