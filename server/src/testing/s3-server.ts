import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listenHere } from './listen-here.ts';

export interface S3Server {
  /** Address of its bucket. */
  endpoint: string;
  /** The objects in the bucket, by key. */
  objects: Map<string, { bytes: Buffer; type: string | undefined }>;
  /** Requests that were refused because of their signature. */
  refused: number;
  /** True: every response is 503. */
  isAway: boolean;
  close(): Promise<void>;
}

export const s3Access = { region: 'gt-1', accessKeyId: 'AKIATEST', secretAccessKey: 'secret/of+the=bucket' };

const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();

/** The maximum age of a signed request in milliseconds, as S3 allows. */
const oldest = 15 * 60_000;

const momentOf = (amzDate: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(amzDate) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/**
 * Verifies AWS Signature Version 4 as the service does, from the request as it arrived. The headers `host`, `x-amz-date` and
 * `x-amz-content-sha256` must be signed.
 */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': hash } = request.headers;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (match === null || typeof date !== 'string' || typeof hash !== 'string') return false;
  const [, keyId, day = '', region = '', names = '', signature = ''] = match;
  const signed = names.split(';');
  if (keyId !== s3Access.accessKeyId || region !== s3Access.region || !date.startsWith(day)) return false;
  if (Math.abs(Date.now() - momentOf(date)) > oldest) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false;
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, path, query.split('&').sort().join('&'), headers, names, hash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${s3Access.secretAccessKey}`, day), region));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
}

const refusal = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** A server with one S3 bucket, which verifies the signature of each request: GET, PUT and DELETE of one object, and the list. */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const state = { refused: 0, isAway: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const answer = (status: number, code?: string): void => {
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(code === undefined ? undefined : refusal(code));
    };
    if (state.isAway) return answer(503, 'SlowDown');
    if (!isSigned(request, body)) {
      state.refused += 1;
      return answer(403, 'SignatureDoesNotMatch');
    }
    const { searchParams } = new URL(request.url ?? '', 'http://bucket');
    if (request.method === 'GET' && searchParams.has('list-type')) {
      const found = [...objects].filter(([name]) => name.startsWith(searchParams.get('prefix') ?? '')).sort();
      const list = found.map(
        ([name, { bytes }]) => `<Contents><Key>${name}</Key><Size>${bytes.length}</Size></Contents>`,
      );
      const xml = `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${list.join('')}</ListBucketResult>`;
      response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
      return;
    }
    const key = decodeURIComponent((request.url ?? '').split('?')[0]?.replace('/bucket/', '') ?? '');
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] });
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    const found = objects.get(key);
    if (found === undefined) return answer(404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': found.type ?? 'application/octet-stream' }).end(found.bytes);
  });
  const port = await listenHere(server);
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}/bucket`,
    objects,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
