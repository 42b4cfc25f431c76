/** The operator API: every call that the hub makes to an operator's platform. */
export { checkConformance } from './conformance.ts';
export { type LineBatch, splitLines } from './lines.ts';
export {
  createOperatorApi,
  type GameAtOperator,
  type OperatorApi,
  type OperatorApiLimits,
  type OperatorConnection,
  type ServiceConnection,
} from './operator-api.ts';
export { OperatorApiError } from './operator-api-error.ts';
export { parseJson, type SessionPage } from './session-page.ts';
