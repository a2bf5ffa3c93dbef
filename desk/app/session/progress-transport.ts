import type { Transport } from '@ceiba/contract/client';

/** A transport that reports the sent share of a body, because `fetch` cannot. Rejects if no answer arrives. */
export const progressTransport =
  (onProgress: (share: number) => void): Transport =>
  ({ method, url, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () => resolve({ status: request.status, text: request.responseText });
      request.onerror = () => reject(new TypeError('the connection broke'));
      request.onabort = () => reject(new TypeError('the upload was stopped'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body ?? null);
    });
