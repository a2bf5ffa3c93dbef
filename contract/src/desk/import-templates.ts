import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emptyAsAbsent, enveloped } from '../shapes.ts';
import { keysOf } from './changes.ts';
import { importKinds } from './import-kinds.ts';
import { fileAnswer } from './list-calls.ts';

const slice = 'imports';
const params = z.strictObject({ kind: keysOf(importKinds) });
/** `category`: the path of a category, whose attributes become columns of the template of products. */
const query = z.strictObject({ category: emptyAsAbsent(z.string().max(200).optional()) });

const shared = {
  slice,
  method: 'GET',
  auth: 'staff',
  permission: 'imports.run',
  touches: 'shop',
  params,
  query,
} as const;

/** Maximum number of a column's values in the response. The file of values has all of them. */
export const maxShownValues = 40;

const column = z.object({
  name: z.string(),
  /** The meaning, and the accepted cells, in Spanish. */
  about: z.string(),
  accepts: z.string(),
  /** `always`: every row needs it. `new`: only a new row needs it. */
  needed: z.enum(['always', 'new', 'never']),
  /** True if `[borrar]` empties it. */
  isClearable: z.boolean(),
  /** True if the template omits the column. A person adds it to change a name. */
  isExtra: z.boolean(),
  values: z.object({ total: z.int(), first: z.array(z.string()) }).nullable(),
  example: z.string(),
});
export type TemplateColumn = z.infer<typeof column>;

export const getImportTemplate = endpoint({
  ...shared,
  name: 'getImportTemplate',
  path: '/v1/admin/import-templates/{kind}',
  limit: 'staffRead',
  summary: 'Returns the columns of a kind of file: the meaning, the accepted values and an example of each (BULK-10)',
  answers: {
    200: enveloped(
      z.object({
        columns: z.array(column),
        /** True if the example is a row of the shop. Importing it changes nothing. */
        isPresent: z.boolean(),
        /** False if the kind is imported as a ZIP, without a template. */
        hasSheet: z.boolean(),
      }),
    ),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const getImportTemplateFile = endpoint({
  ...shared,
  name: 'getImportTemplateFile',
  path: '/v1/admin/import-templates/{kind}/file',
  limit: 'staffFile',
  file: 'text/csv',
  summary: 'Returns the template of a kind of file: headings and one example that imports without an error (BULK-10)',
  answers: { 200: fileAnswer },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const getImportTemplateValues = endpoint({
  ...shared,
  name: 'getImportTemplateValues',
  path: '/v1/admin/import-templates/{kind}/values',
  limit: 'staffFile',
  file: 'text/csv',
  summary: 'Returns the allowed values of the columns of a kind of file, below their headings (BULK-10)',
  answers: { 200: fileAnswer },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});
