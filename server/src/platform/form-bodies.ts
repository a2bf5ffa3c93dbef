import type { FormSpec } from '@ceiba/contract/endpoint';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isStorable } from './json-bodies.ts';
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

/** A name that comes twice is a list, which no field of text is. */
const add = (body: Map<string, unknown>, name: string, value: unknown): void => {
  const before = body.get(name);
  body.set(name, before === undefined ? value : [before, value].flat());
};

/**
 * The body of a multipart form: its texts by name, its files as a list under `form.files`. What is
 * no form, or none of ours, is refused; nothing is written to disk.
 */
export async function readFormBody(
  request: FastifyRequest,
  form: FormSpec,
): Promise<{ body: Record<string, unknown> } | { refusal: Refusal }> {
  if (Number(request.headers['content-length'] ?? 0) > form.most * form.maxBytes + besidesFiles)
    return { refusal: { code: 'PAYLOAD_TOO_LARGE' } };
  if (!request.isMultipart()) return { refusal: { code: 'UNSUPPORTED_MEDIA_TYPE' } };
  const body = new Map<string, unknown>();
  const files: File[] = [];
  try {
    for await (const part of request.parts({ limits: limitsOf(form) })) {
      if (part.type === 'file') {
        if (part.fieldname === form.files) files.push(await toFile(part));
        else {
          part.file.resume();
          add(body, part.fieldname, null);
        }
      } else add(body, part.fieldname, part.valueTruncated ? null : part.value);
    }
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
  const entries = [...body, ...(files.length === 0 ? [] : [[form.files, files] as const])];
  const texts = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
  return isStorable(texts) ? { body: Object.fromEntries(entries) } : { refusal: unreadable };
}

/** Of the parser's own codes: too much of something is too large, everything else cannot be read. */
const refusalOf = (error: unknown): Refusal =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413
    ? { code: 'PAYLOAD_TOO_LARGE' }
    : unreadable;
