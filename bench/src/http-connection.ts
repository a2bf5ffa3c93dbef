import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Status line and headers as received. */
  head: string;
  body: Buffer;
}

export interface Connection {
  /** Sends one request at a time. The next call must wait for the response. */
  send(request: Buffer): Promise<Answer>;
  /** Returns whether the connection is still usable. */
  isOpen(): boolean;
  close(): void;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  body?: unknown;
}

/** Returns the bytes of a request, which are created once and can be sent repeatedly. */
export const requestOf = (method: string, path: string, { headers = {}, body }: RequestOptions = {}): Buffer => {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: keep-alive'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`);
};

const blank = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

/** Returns the chunked body that starts at `start`, and the position of its end. Undefined until the body is complete. */
const readChunks = (bytes: Buffer, start: number): { body: Buffer; end: number } | undefined => {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf(lineEnd, at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (!(size >= 0)) throw new Error('a chunk has no size');
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), end: next };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
};

/**
 * Returns the response at the start of the bytes. Undefined until the response is complete. @throws if its length
 * cannot be known
 */
export const readAnswer = (bytes: Buffer): Answer | undefined => {
  const headEnd = bytes.indexOf(blank);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const start = headEnd + blank.length;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (!(status >= 200)) throw new Error(`not a response: ${head}`);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { status, head, body: bytes.subarray(start, end) };
  }
  if (status === 204 || status === 304) return { status, head, body: Buffer.alloc(0) };
  if (!/^transfer-encoding: chunked/im.test(head)) throw new Error(`a response without a length: ${head}`);
  const chunks = readChunks(bytes, start);
  return chunks && { status, head, body: chunks.body };
};

/**
 * A keep-alive connection that costs far less than the measured server: no header objects, no streams. Node's own client takes as
 * long per request as a bare Fastify route, and would distort the result. `localAddress`: the caller's address, if it matters.
 */
export const openConnection = (port: number, localAddress = '127.0.0.1'): Promise<Connection> =>
  new Promise((opened, failed) => {
    let waiting: { done: (answer: Answer) => void; fail: (error: Error) => void } | undefined;
    let pieces: Buffer[] = [];
    const socket: Socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
    let broken: Error | undefined;
    const fail = (error: Error): void => {
      broken ??= error;
      failed(error);
      waiting?.fail(error);
      waiting = undefined;
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed the connection')));
    socket.on('data', (piece) => {
      pieces.push(piece);
      const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
      try {
        const answer = readAnswer(bytes);
        pieces = answer === undefined ? [bytes] : [];
        if (answer === undefined) return;
        const { done } = waiting ?? {};
        waiting = undefined;
        done?.(answer);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
        socket.destroy();
      }
    });
    socket.on('connect', () =>
      opened({
        send: (request) =>
          new Promise((done, fail) => {
            if (broken !== undefined) return fail(broken);
            waiting = { done, fail };
            socket.write(request);
          }),
        isOpen: () => broken === undefined,
        close: () => socket.destroy(),
      }),
    );
  });
