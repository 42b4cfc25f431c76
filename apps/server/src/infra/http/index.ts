/** The HTTP side of the hub: endpoints of the contract, bound to handlers. */

export { callerOf, countedNetwork, type TrustsProxy, trustsProxy } from './addresses.ts';
export {
  Accepted,
  type BoundEndpoint,
  bind,
  bindPublic,
  bindUpload,
  type Call,
  type CallReply,
  type SignedInCall,
} from './bind.ts';
export { cachedJson, largeJson } from './cached-json.ts';
export { type CallCounts, createCallCounts } from './call-counts.ts';
export { closedPolicy, type Download, downloadOf, sendDownload } from './download.ts';
export { buildOpenApi } from './openapi.ts';
export { sendBytes } from './ranges.ts';
export { requestIdHeader } from './request-id.ts';
export { apiPrefix } from './route.ts';
export { documentHeaders, strictTransportHeader } from './security.ts';
export { createHttpServer, type HttpOptions } from './server.ts';
export { createSignedFiles, type SignedFiles, type SignFileUrl } from './signed-files.ts';
export { systemBindings } from './system.ts';
export type { UploadedFile } from './upload.ts';
