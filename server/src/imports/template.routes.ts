import {
  getImportTemplate,
  getImportTemplateFile,
  getImportTemplateValues,
  maxShownValues,
  type TemplateColumn,
} from '@ceiba/contract/desk/import-templates';
import type { Parsed } from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type RefusalOf, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { refusalOfKind } from './import-rights.ts';
import { findKind } from './kinds.ts';
import {
  hasSheet,
  type TemplateColumn as Made,
  makeTemplate,
  type Template,
  templateCsv,
  valuesCsv,
} from './template.ts';

type Asked = Pick<Parsed<typeof getImportTemplate>, 'params' | 'query'> & { staff: StaffCaller; now: Date };

/** Finds the template for a person who may import the kind. */
async function findTemplate(
  { read }: Database,
  { params, query: { category }, staff: { permissions }, now }: Asked,
): Promise<Result<Template, RefusalOf<typeof getImportTemplateFile>>> {
  const kind = findKind(params.kind);
  if (kind === undefined) return refuse({ code: 'NOT_FOUND' });
  const forbidden = refusalOfKind(permissions, kind);
  if (forbidden !== undefined) return refuse(forbidden);
  const template = await makeTemplate(read, { kind, category: category || undefined, permissions, now });
  return template.ok
    ? template
    : refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { category: template.error.text } } });
}

/** A name is accepted if it exists, whatever its form. */
const acceptedText = ({ refersTo, accepts }: Made['column'], values: Made['values']): string => {
  if (refersTo === undefined) return accepts;
  return values === null
    ? `${accepts}, de lo que ya existe en la tienda`
    : 'uno de los valores de su lista, tal como está';
};

const toColumn = ({ key }: Template['kind'], { column, values }: Made, example: string): TemplateColumn => ({
  name: column.name,
  about: column.about ?? '',
  accepts: acceptedText(column, values),
  needed: column.isRequired !== true ? 'never' : key.includes(column.name) ? 'always' : 'new',
  isClearable: column.isClearable === true,
  isExtra: column.isChange === true,
  values: values && { total: values.length, first: values.slice(0, maxShownValues) },
  example,
});

/** Templates of imports. `ceiba import template` prints the same (BULK-10). */
export const templateRoutes = ({ db }: { db: Database }): Route[] => [
  route(getImportTemplate, async ({ params, query }, { staff, now }) => {
    const found = await findTemplate(db, { params, query, staff, now });
    if (!found.ok) return found;
    const { kind, columns, extras, example, isPresent } = found.value;
    const data = {
      columns: [
        ...columns.map((column, at) => toColumn(kind, column, example[at] ?? '')),
        ...extras.map((column) => toColumn(kind, column, '')),
      ],
      isPresent,
      hasSheet: hasSheet(kind),
    };
    return ok({ status: 200, data });
  }),
  route(getImportTemplateFile, async ({ params, query }, { staff, now, setHeader }) => {
    const found = await findTemplate(db, { params, query, staff, now });
    if (!found.ok) return found;
    if (!hasSheet(found.value.kind)) return refuse({ code: 'NOT_FOUND' });
    setHeader('content-disposition', `attachment; filename="${fileName(params.kind, query.category)}"`);
    return ok(new TextEncoder().encode(templateCsv(found.value)));
  }),
  route(getImportTemplateValues, async ({ params, query }, { staff, now, setHeader }) => {
    const found = await findTemplate(db, { params, query, staff, now });
    if (!found.ok) return found;
    if (!hasSheet(found.value.kind)) return refuse({ code: 'NOT_FOUND' });
    setHeader('content-disposition', `attachment; filename="valores-${fileName(params.kind, query.category)}"`);
    return ok(new TextEncoder().encode(valuesCsv(found.value)));
  }),
];

/** `products-audio-bocinas.csv`: letters, digits and hyphens. */
const fileName = (kind: string, category: string | undefined): string =>
  `${[kind, category ?? '']
    .filter((part) => part !== '')
    .join('-')
    .replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
