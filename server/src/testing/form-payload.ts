import type { FormSpec } from '@ceiba/contract/endpoint';
import type { InjectOptions } from 'fastify';

/** Encodes a form as a browser sends it. A list becomes one part per value. */
export async function formPayload(
  fields: Record<string, string | Blob | readonly (string | Blob)[]>,
): Promise<Required<Pick<InjectOptions, 'headers'>> & { payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' || value instanceof Blob ? [value] : value) {
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, one, one instanceof File ? one.name : 'foto.jpg');
    }
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Encodes any value as a form. Values under the name of the form's files become files. All others become text. */
export function formOfValue(value: unknown, { files }: FormSpec): ReturnType<typeof formPayload> {
  const fields = Object.entries(isRecord(value) ? value : { body: value }).map(([name, field]) => {
    const parts = Array.isArray(field) ? field.map(textOf) : [textOf(field)];
    return [name, name === files ? parts.map((part) => new Blob([part])) : parts];
  });
  return formPayload(Object.fromEntries(fields));
}
