/** Comes with the socket: no screen waits for what checks its events. */
export { realtimeEvents } from '@ludus/contract';
