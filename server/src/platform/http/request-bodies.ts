import type { IncomingMessage } from 'node:http';
import type { FormSpec, UploadedFile } from '@ceiba/contract/endpoint';
import { tooLargeText } from '@ceiba/domain/imports/file-limits';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from './route.ts';

/** Bytes of one text of a form; longer ones are refused by the call's own limits. */
const longestText = 8 * 1024;

/** More fields than any form of ours has. */
const mostFields = 30;

/** Bytes of a form besides its files, at most: its texts, and what stands between its parts. */
const besidesFiles = 64 * 1024;

/** One more file, and one more byte of each, than is taken: so that the call can say what is too much. */
const limitsOf = ({ most, maxBytes }: FormSpec) => ({
  fieldNameSize: 100,
  fieldSize: longestText,
  fields: mostFields,
  files: most + 1,
  fileSize: maxBytes + 1,
  parts: mostFields + most + 1,
  headerPairs: 20,
});

const toFile = async (part: MultipartFile): Promise<File> => {
  // Cut off at the limit: its size says that there was more.
  const bytes = await part.toBuffer();
  return new File([new Uint8Array(bytes)], 'file', { type: part.mimetype });
};

const unreadable: Refusal = {
  code: 'VALIDATION_ERROR',
  metadata: { fields: { body: 'El formulario enviado no se puede leer.' } },
};

/** Of a file alone it is said how large that may be; of pictures the screen says it. */
const tooLarge = ({ isStreamed, maxBytes }: FormSpec): Refusal => ({
  code: 'PAYLOAD_TOO_LARGE',
  ...(isStreamed === true && { message: tooLargeText(maxBytes) }),
});

/** A name that comes twice is a list, which no field of text is. */
const add = (body: Map<string, unknown>, name: string, value: unknown): void => {
  const before = body.get(name);
  body.set(name, before === undefined ? value : [before, value].flat());
};

/** What a form must bring after its first moments: less is no telephone at the edge of its network. */
const pace = { graceMs: 5_000, bytesPerSecond: 2_000, lookEveryMs: 500 };

const tooSlow = ({ isStreamed }: FormSpec): Refusal => ({
  code: 'UPLOAD_TOO_SLOW',
  ...(isStreamed === true && { message: 'El archivo llega demasiado despacio. Intenta con una mejor conexión.' }),
});

/** What arrives of a request while somebody waits for it. */
function watchArrival(raw: IncomingMessage, form: FormSpec) {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  /** The work's answer, or the refusal once less has arrived than must have since the work began. */
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

/** A streamed file did not come to its end, or more came behind it than there may be. */
class UploadRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('an upload was refused');
    this.refusal = refusal;
  }
}

interface OpenForm {
  /** Its texts by name, up to the first file. */
  texts: FormBody;
  /**
   * Does what there is to do with the whole form: its files have been read, a list under the form's name for them, and the texts behind them;
   * or `work` reads its streamed file itself. Answers what refuses it. Undefined: no file comes.
   */
  withFiles: ((work: (body: Record<string, unknown>) => Promise<unknown>) => Promise<Refusal | undefined>) | undefined;
  /** What has not been read is thrown away as it comes. */
  abandon(): void;
}

/**
 * A multipart form, read up to its first file: what it says is known, and can be refused, before a picture of it is in memory. What is
 * no form, or none of ours, and what comes too slowly, is refused; nothing is written to disk.
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
  /** Up to the first file, or where that is known to its end. */
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
  const begun = read();
  // Only now: whoever listened before the parser would take the first bytes from it.
  const arriving = watchArrival(raw, form);
  const texts = await arriving(begun);
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
      // Whoever still waits for more of it does so in vain.
      if (form.isStreamed === true) firstFile?.file.destroy();
    },
  };
}

/** What ended the work, where that is the upload itself. */
const refusalIn = async (work: Promise<unknown>): Promise<{ refusal: Refusal } | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof UploadRefused) return { refusal: error.refusal };
    throw error;
  }
};

/** A file as it comes; nothing may stand behind it. */
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

/** Of the parser's own codes: too much of something is too large, everything else cannot be read. */
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
 * What came in place of a body and cannot be read. The call refuses it, once it is known who calls and whether they have proven
 * themselves (DEC-171, DEC-172).
 */
export class UnreadableBody {
  /** The refusal, as the parser throws it: 400. */
  readonly error: Error;

  constructor(error: Error) {
    this.error = error;
  }
}

/**
 * Bodies are JSON and nothing else, and JSON whose texts PostgreSQL can store: no NUL, no half of a surrogate pair. Both can only be written as escapes, so
 * that bodies without one cost nothing. What is no such JSON is told to the call as an `UnreadableBody`.
 */
export const parseJsonBodies = (app: FastifyInstance): void => {
  // Many clients name a type also where they send nothing. Such a request has no stream to read (`optimizeEmptyRequests`),
  // whose end Fastify would await forever.
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
