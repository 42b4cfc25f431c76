import { vi } from 'vitest';

export interface SeenUpload {
  method: string;
  path: string;
  authorization: string | null;
  /** Repeated ones comma-separated. */
  fields: Record<string, string>;
  file: File;
}

export interface UploadAnswer {
  /** 0 is a connection that was lost. */
  status: number;
  body?: unknown;
  /** How much is sent before the response, from 0 to 1. */
  sent?: number;
}

/** Responds to uploads in place of a server. They use XMLHttpRequest, because only it reports progress. */
export function answerUploads(
  answer: (seen: SeenUpload, place: number) => UploadAnswer | Promise<UploadAnswer>,
): SeenUpload[] {
  const seen: SeenUpload[] = [];
  class Request {
    method = '';
    path = '';
    status = 0;
    responseText = '';
    withCredentials = false;
    headers: Record<string, string> = {};
    upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
    onload: () => void = () => {};
    onerror: () => void = () => {};
    isStopped = false;
    open(method: string, path: string) {
      this.method = method;
      this.path = path;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    abort() {
      this.isStopped = true;
    }
    send(form: FormData) {
      const fields: Record<string, string> = {};
      for (const [name, value] of form.entries()) {
        if (typeof value === 'string') fields[name] = name in fields ? `${fields[name]},${value}` : value;
      }
      const one: SeenUpload = {
        method: this.method,
        path: this.path,
        authorization: this.headers.authorization ?? null,
        fields,
        file: form.get('file') as File,
      };
      seen.push(one);
      const place = seen.length - 1;
      queueMicrotask(async () => {
        const { status, body, sent = status === 0 ? 0.5 : 1 } = await answer(one, place);
        if (this.isStopped) return;
        this.upload.onprogress?.({ lengthComputable: true, loaded: sent * 100, total: 100 });
        if (sent === 1) this.upload.onload?.();
        this.status = status;
        this.responseText = body === undefined ? '' : JSON.stringify(body);
        if (status === 0) this.onerror();
        else this.onload();
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return seen;
}
