/** The HTTP side of the hub: endpoints of the contract, bound to handlers. */
export {
  type BoundEndpoint,
  bind,
  bindPublic,
  bindUpload,
  type Call,
  type CallReply,
  type SignedInCall,
} from './bind.ts';
export { sendDownload } from './download.ts';
export { lasting } from './lasting.ts';
export { buildOpenApi } from './openapi.ts';
export { sendBytes } from './ranges.ts';
export { apiPrefix } from './route.ts';
export { createHttpServer, type HttpOptions } from './server.ts';
export { type HealthCheck, systemBindings } from './system.ts';
export type { UploadedFile } from './upload.ts';
