import { largestZip } from '@ceiba/domain/imports/file-limits';
import { z } from 'zod';
import { endpoint, type UploadedFile } from '../endpoint.ts';
import { dateTime, emptyAsAbsent, enveloped } from '../shapes.ts';
import { reason } from './changes.ts';
import { typedSchema } from './entity-calls.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { exportEndpoint, fileAnswer, listEndpoint } from './list-calls.ts';
import { importList } from './lists/imports.ts';
import { listStartField } from './price-plan-fields.ts';

const slice = 'imports';
const permission = 'imports.run';

/** "Todo o nada" and "Solo filas correctas" (BULK-06). */
const modes = ['whole', 'validRows'] as const;

const kinds = z.enum(Object.keys(importKinds) as [ImportKind, ...ImportKind[]]);

const row = {
  id: z.uuid(),
  kind: kinds,
  state: z.enum(['reading', 'checked', 'applying', 'done', 'refused', 'failed', 'canceled']),
  fileName: z.string(),
  /** Number of rows in the file, and how many were applied and refused. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: dateTime,
};

export const listImports = listEndpoint('listImports', importList, z.object({ ...row, actor: z.string() }));
export const exportImports = exportEndpoint('exportImports', importList);

/** The state of an import. */
const run = z.object({
  ...row,
  mode: z.enum(modes),
  updatedAt: dateTime,
  actions: z.array(z.enum(['apply', 'cancel'])),
});

const cellError = z.object({ row: z.int(), column: z.string(), value: z.string(), code: z.string(), text: z.string() });

/** Maximum number of sample rows and of errors in the response about a run. The returned file has all errors. */
export const maxSampleRows = 100;

const runDetail = z.object({
  ...run.shape,
  counts: z.object({ new: z.int(), changed: z.int(), equal: z.int(), wrong: z.int(), conflict: z.int() }),
  /** The system that exported the file: Shopify, WooCommerce, Magento, PrestaShop, Odoo. Null for a file with this shop's headings. */
  system: z.string().nullable(),
  /** The column of each heading. `column` is null if the heading is ignored. */
  headings: z.array(z.object({ heading: z.string(), column: z.string().nullable() })),
  /** Notices before the file is applied, which are not errors: similar codes, ends of days, hidden rows, ignored columns. */
  warnings: z.array(z.object({ code: z.string(), text: z.string(), rows: z.array(z.int()) })),
  /** The reason why the file is not applied, or only partly applied. Null if the file is completely applied. */
  refusal: z.object({ code: z.string(), text: z.string() }).nullable(),
  /** The first differences (BULK-03), as the file writes them. Null for an empty cell. */
  sample: z.array(
    z.object({
      row: z.int(),
      key: z.array(z.string()),
      outcome: z.enum(['new', 'changed']),
      changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    }),
  ),
  /** Errors of the first refused rows (BULK-04). */
  rows: z.array(cellError),
});
export type ImportDetail = z.infer<typeof runDetail>;

/** Several texts, each on a separate line. */
const lines = z
  .string()
  .max(20_000)
  .transform((text) =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

const isUploaded = (value: unknown): boolean => typeof value === 'object' && value !== null && 'bytes' in value;

export const createImport = endpoint({
  slice,
  name: 'createImport',
  method: 'POST',
  path: '/v1/admin/imports',
  auth: 'staff',
  permission,
  touches: 'shop',
  limit: 'staffUpload',
  summary:
    'Uploads a CSV or XLSX file, or a ZIP of pictures, which a job checks. No data changes before the file is applied (BULK-03)',
  form: { files: 'file', most: 1, maxBytes: largestZip, isStreamed: true },
  body: z.strictObject({
    kind: kinds,
    mode: emptyAsAbsent(z.enum(modes).default('whole')),
    separator: emptyAsAbsent(z.enum(['comma', 'semicolon', 'tab']).optional()),
    encoding: emptyAsAbsent(z.enum(['utf-8', 'windows-1252']).optional()),
    decimal: emptyAsAbsent(z.enum(['.', ',']).optional()),
    dates: emptyAsAbsent(z.enum(['dmy', 'mdy']).optional()),
    /** `Vendor=marca`: a heading and its column, one pair per line. */
    map: emptyAsAbsent(lines.optional()),
    /** Headings to ignore, one per line. `all`: all unknown headings. */
    ignore: emptyAsAbsent(lines.optional()),
    /** `tienda=Z10`: a column, and its value in all rows without a value, one pair per line. */
    values: emptyAsAbsent(lines.optional()),
    /** True to apply a file again that was applied within the last 24 hours (BULK-08). */
    again: emptyAsAbsent(z.enum(['true', 'false']).optional()),
    /** The last field of the form. */
    file: z.custom<UploadedFile>(isUploaded).meta({ type: 'string', format: 'binary' }).optional(),
  }),
  answers: { 201: enveloped(run) },
  errors: ['FORBIDDEN', 'IMPORT_ALREADY_APPLIED', 'UPLOAD_TOO_SLOW', 'UPSTREAM_UNAVAILABLE'],
});

const idParams = z.strictObject({ id: z.uuid() });

export const getImport = endpoint({
  slice,
  name: 'getImport',
  method: 'GET',
  path: '/v1/admin/imports/{id}',
  auth: 'staff',
  permission,
  touches: 'shop',
  limit: 'staffRead',
  summary: 'Returns the progress of an import: its counts, first differences and first errors',
  params: idParams,
  answers: { 200: enveloped(runDetail) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const getImportErrors = endpoint({
  slice,
  name: 'getImportErrors',
  method: 'GET',
  path: '/v1/admin/imports/{id}/errors',
  auth: 'staff',
  permission,
  touches: 'shop',
  limit: 'staffFile',
  file: 'text/csv',
  summary:
    'Returns the file with a column "Error" (BULK-04); from an hour after its end, only the wrong rows, for seven days',
  params: idParams,
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const applyImport = endpoint({
  slice,
  name: 'applyImport',
  method: 'POST',
  path: '/v1/admin/imports/{id}/apply',
  auth: 'staff',
  permission,
  touches: 'shop',
  limit: 'staffWrite',
  idempotent: true,
  summary:
    'Starts a job that applies a checked import, and that resumes by itself after an interruption (BULK-07). A price list may begin later (BULK-12). Prices and flash sales need a `reason` for changes above 40 % and prices below the cost (PROD-10)',
  params: idParams,
  body: z.strictObject({
    /** The start of a price list, for all its prices. If absent, the prices start immediately. */
    startsAt: (typedSchema(listStartField) as z.ZodType<string | null, string | null>).optional(),
    reason: reason.optional(),
  }),
  answers: { 202: enveloped(run) },
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'IMPORT_NOT_CHECKED',
    'IMPORT_INVALID',
    'IMPORT_CONFLICT',
    'IMPORT_ALREADY_APPLIED',
    'OVERLAPPING_PERIOD',
  ],
});

export const cancelImport = endpoint({
  slice,
  name: 'cancelImport',
  method: 'POST',
  path: '/v1/admin/imports/{id}/cancel',
  auth: 'staff',
  permission,
  touches: 'shop',
  limit: 'staffWrite',
  summary: 'Discards a checked import, which then can no longer be applied (OFF-19)',
  params: idParams,
  body: z.strictObject({}),
  answers: { 200: enveloped(run) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'IMPORT_NOT_CHECKED'],
});
