import type { IncomingMessage } from 'node:http';
import type { FormSpec, UploadedFile } from '@ceiba/contract/endpoint';
import { tooLargeText } from '@ceiba/domain/imports/file-limits';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from './route.ts';

/** Maximum bytes of one text field of a form. The calls themselves refuse shorter texts that exceed their own limits. */
const longestText = 8 * 1024;

/** Maximum number of fields, more than any form of the shop has. */
const maxFields = 30;

/** Maximum bytes of a form without its files: the text fields and the separators between parts. */
const besidesFiles = 64 * 1024;

/** Allows one file more, and one byte per file more, than the form accepts. The call can then report the excess. */
const limitsOf = ({ most, maxBytes }: FormSpec) => ({
  fieldNameSize: 100,
  fieldSize: longestText,
  fields: maxFields,
  files: most + 1,
  fileSize: maxBytes + 1,
  parts: maxFields + most + 1,
  headerPairs: 20,
});

const toFile = async (part: MultipartFile): Promise<File> => {
  // The file is cut off at the limit. Its size shows that there was more.
  const bytes = await part.toBuffer();
  return new File([new Uint8Array(bytes)], 'file', { type: part.mimetype });
};

const unreadable: Refusal = {
  code: 'VALIDATION_ERROR',
  metadata: { fields: { body: 'El formulario enviado no se puede leer.' } },
};

/** The message for a single large file names the limit. For pictures, the screen already shows the limit. */
const tooLarge = ({ isStreamed, maxBytes }: FormSpec): Refusal => ({
  code: 'PAYLOAD_TOO_LARGE',
  ...(isStreamed === true && { message: tooLargeText(maxBytes) }),
});

/** A name that is sent twice becomes a list, which no text field accepts. */
const add = (body: Map<string, unknown>, name: string, value: unknown): void => {
  const before = body.get(name);
  body.set(name, before === undefined ? value : [before, value].flat());
};

/** The minimum upload rate after the first moments. Even a telephone with weak reception is faster. */
const pace = { graceMs: 5_000, bytesPerSecond: 2_000, lookEveryMs: 500 };

const tooSlow = ({ isStreamed }: FormSpec): Refusal => ({
  code: 'UPLOAD_TOO_SLOW',
  ...(isStreamed === true && { message: 'El archivo llega demasiado despacio. Intenta con una mejor conexión.' }),
});

/** Counts what arrives of a request while its handler waits. */
function watchArrival(raw: IncomingMessage, form: FormSpec) {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  /** Returns the work's answer, or a refusal if too little has arrived since the work started. */
  return async <T>(work: Promise<T>): Promise<T | { refusal: Refusal }> => {
    const [startedAt, before] = [performance.now(), bytes];
    const slow = Promise.withResolvers<{ refusal: Refusal }>();
    const look = setInterval(() => {
      const due = ((performance.now() - startedAt - pace.graceMs) * pace.bytesPerSecond) / 1_000;
      if (!raw.readableEnded && bytes - before < due) slow.resolve({ refusal: tooSlow(form) });
    }, pace.lookEveryMs);
    try {
      return await Promise.race([work, slow.promise]);
    } finally {
      clearInterval(look);
    }
  };
}

type FormBody = { body: Record<string, unknown> } | { refusal: Refusal };

/** Thrown if a streamed file was incomplete, or if too many bytes followed it. */
class UploadRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('an upload was refused');
    this.refusal = refusal;
  }
}

interface OpenForm {
  /** The text fields by name, up to the first file. */
  texts: FormBody;
  /**
   * Reads the files as a list under the form's name for them, then the text fields after them. Passes all of them to `work`. With
   * a streamed file, `work` reads the stream itself. Returns a refusal, if any. Undefined if the form has no file.
   */
  withFiles: ((work: (body: Record<string, unknown>) => Promise<unknown>) => Promise<Refusal | undefined>) | undefined;
  /** Discards the unread rest as it arrives. */
  abandon(): void;
}

/**
 * Opens a multipart form and reads it up to its first file, so that a call can refuse the form before a picture is in memory.
 * Refuses a body that is not a form, is not the expected form, or arrives too slowly. Writes nothing to disk.
 */
export async function openForm(request: FastifyRequest, form: FormSpec): Promise<OpenForm> {
  const { raw } = request;
  const unread = (refusal: Refusal): OpenForm => ({ texts: { refusal }, withFiles: undefined, abandon: () => {} });
  if (Number(request.headers['content-length'] ?? 0) > form.most * form.maxBytes + besidesFiles)
    return unread(tooLarge(form));
  if (!request.isMultipart()) return unread({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  const parts = request.parts({ limits: limitsOf(form) });
  const body = new Map<string, unknown>();
  const files: File[] = [];
  let firstFile: MultipartFile | undefined;
  /** Reads up to the first file. If the first file is already known, reads to the end. */
  const read = async (): Promise<FormBody> => {
    try {
      if (firstFile !== undefined) await addFile(firstFile);
      for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
        const part = next.value;
        if (part.type === 'field') add(body, part.fieldname, part.valueTruncated ? null : part.value);
        else if (firstFile !== undefined) await addFile(part);
        else {
          firstFile = part;
          break;
        }
      }
      return bodyOf(body, files, form);
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  };
  const addFile = async (part: MultipartFile): Promise<void> => {
    if (part.fieldname === form.files) files.push(await toFile(part));
    else {
      part.file.resume();
      add(body, part.fieldname, null);
    }
  };
  const reading = read();
  // This listener is attached only now, because before the parser it would take the first bytes.
  const arriving = watchArrival(raw, form);
  const texts = await arriving(reading);
  const withFiles: OpenForm['withFiles'] = async (work) => {
    if (form.isStreamed === true && firstFile !== undefined) {
      const streamed = { ...Object.fromEntries(body), [firstFile.fieldname]: streamedFile(firstFile, parts, form) };
      const done = await arriving(refusalIn(work(streamed)));
      return done?.refusal;
    }
    const whole = await arriving(read());
    if ('refusal' in whole) return whole.refusal;
    await work(whole.body);
    return undefined;
  };
  return {
    texts,
    withFiles: firstFile === undefined ? undefined : withFiles,
    abandon: () => {
      if (!raw.readableEnded) raw.unpipe().resume();
      // Code that still waits for more of the file gets an error.
      if (form.isStreamed === true) firstFile?.file.destroy();
    },
  };
}

/** Returns the refusal if the upload itself failed. */
const refusalIn = async (work: Promise<unknown>): Promise<{ refusal: Refusal } | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof UploadRefused) return { refusal: error.refusal };
    throw error;
  }
};

/** Returns a file as a stream. No part may follow the file. */
const streamedFile = (
  { filename, file }: MultipartFile,
  parts: AsyncIterator<unknown>,
  form: FormSpec,
): UploadedFile => ({
  name: filename ?? '',
  bytes: (async function* () {
    try {
      yield* file;
    } catch (error) {
      throw new UploadRefused(refusalOf(error));
    }
    if (file.truncated) throw new UploadRefused(tooLarge(form));
    const behind = await parts.next().catch((error: unknown) => {
      throw new UploadRefused(refusalOf(error));
    });
    if (behind.done !== true) throw new UploadRefused(unreadable);
  })(),
});

function bodyOf(body: ReadonlyMap<string, unknown>, files: readonly File[], form: FormSpec): FormBody {
  const entries = [...body, ...(files.length === 0 ? [] : [[form.files, files] as const])];
  const texts = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
  return isStorable(texts) ? { body: Object.fromEntries(entries) } : { refusal: unreadable };
}

/** Maps the parser's error codes: every excess is "too large", everything else is "unreadable". */
const refusalOf = (error: unknown): Refusal =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413
    ? { code: 'PAYLOAD_TOO_LARGE' }
    : unreadable;

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry));
};

/**
 * Replaces a body that cannot be parsed. The call refuses such a body only after the caller is authenticated and has passed the captcha
 * (DEC-171, DEC-172).
 */
export class UnreadableBody {
  /** The error that the parser throws for a refusal: 400. */
  readonly error: Error;

  constructor(error: Error) {
    this.error = error;
  }
}

/**
 * Accepts only JSON whose strings PostgreSQL can store: without NUL or half a surrogate pair. Both need an escape in JSON, so bodies
 * without escapes need no check. Any other body reaches the call as an `UnreadableBody`.
 */
export const parseJsonBodies = (app: FastifyInstance): void => {
  // Many clients send a content type without a body. Such a request has no stream (`optimizeEmptyRequests`), and Fastify would wait forever
  // for its end.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isEmpty = Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
    if (isEmpty) delete headers['content-type'];
    done();
  });
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parseJson(request, String(body), (error, value) => {
      const isSuspect = /\\u(?:0000|[dD][89a-fA-F])/.test(String(body));
      const refused =
        error === null && isSuspect && !isStorable(value)
          ? Object.assign(new Error('text cannot be stored'), { statusCode: 400 })
          : error;
      done(null, refused === null ? value : new UnreadableBody(refused));
    });
  });
};
