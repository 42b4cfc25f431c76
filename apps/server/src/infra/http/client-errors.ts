import type { Socket } from 'node:net';
import type { ErrorCode } from '@ludus/contract';

interface Refusal {
  status: string;
  code: ErrorCode;
  message: string;
}

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The address and the headers are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
};
const malformed: Refusal = {
  status: '400 Bad Request',
  code: 'validation',
  message: 'This is not an HTTP request.',
};

/** Sends the usual error body for what fails before it is a request, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The caller has disconnected, or reads nothing any more.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const { status, code, message } = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
