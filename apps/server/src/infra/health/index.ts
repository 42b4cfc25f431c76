/** Health of a process, for probes and monitoring. */
export {
  createHealth,
  type Health,
  type HealthPart,
  type PartState,
  type Readiness,
} from './health.ts';
export { healthRoutes, livePath, openProbeServer, type ProbeServer, readyPath } from './probes.ts';
