/** Comes with the first event: no screen waits for what checks it. */
export { realtimeEvents } from '@ludus/contract';
