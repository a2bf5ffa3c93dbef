import { z } from 'zod';
import { endpoint, type StaffEndpointSpec, type Touches } from '../endpoint.ts';
import { commaList, emptyAsAbsent } from '../shapes.ts';
import { type ListDeclaration, type ListFilter, type ListQuery, listWordsMaxLength, pageSizes } from './list.ts';

const words = z.string().trim().max(listWordsMaxLength);

const bound = (kind: 'dates' | 'amounts') =>
  kind === 'dates' ? z.iso.date() : z.coerce.number().min(0).max(9_999_999);

const filterShape = (name: string, filter: ListFilter): Record<string, z.ZodType> => {
  switch (filter.kind) {
    case 'choice': {
      const values = Object.keys(filter.values);
      return {
        [name]: emptyAsAbsent(
          commaList
            .refine((chosen) => chosen.every((each) => values.includes(each)), { error: 'Valor desconocido.' })
            .optional(),
        ),
      };
    }
    case 'dates':
    case 'amounts':
      return {
        [`${name}From`]: emptyAsAbsent(bound(filter.kind).optional()),
        [`${name}To`]: emptyAsAbsent(bound(filter.kind).optional()),
      };
    case 'flag':
      return {
        [name]: emptyAsAbsent(
          z
            .enum(['true', 'false'])
            .transform((text) => text === 'true')
            .optional(),
        ),
      };
    case 'text':
      return { [name]: emptyAsAbsent(words.optional()) };
  }
};

/** Returns the filters, the sort and the search of a list, with their names in a query. */
export const filtersShape = ({ filters, sorts, search }: ListDeclaration): Record<string, z.ZodType> => ({
  ...Object.assign({}, ...Object.entries(filters).map(([name, filter]) => filterShape(name, filter))),
  sort: emptyAsAbsent(
    z.enum(sorts.flatMap((sort) => (sort.startsWith('-') ? [sort, sort.slice(1)] : [sort, `-${sort}`]))).optional(),
  ),
  ...(search === undefined ? {} : { q: emptyAsAbsent(words.optional()) }),
});

export const listTotal = z.object({ value: z.int(), capped: z.boolean() });

/** Creates the call for a page of a list. `row`: the schema of each row. */
export const listEndpoint = <const N extends string, R extends z.ZodType>(name: N, list: ListDeclaration, row: R) =>
  endpoint({
    name,
    slice: list.slice,
    method: 'GET',
    path: `/v1/admin/${list.name}` as const,
    summary: `Lista: ${list.title}`,
    auth: 'staff',
    permission: list.permission,
    touches: 'places',
    limit: 'staffRead',
    query: z.strictObject({
      ...filtersShape(list),
      after: emptyAsAbsent(z.string().max(300).optional()),
      limit: emptyAsAbsent(
        z.coerce
          .number()
          .pipe(z.union(pageSizes.map((size) => z.literal(size))))
          .optional(),
      ),
    }) as z.ZodObject & z.ZodType<ListQuery, ListQuery>,
    answers: { 200: z.object({ status: z.int(), data: z.array(row), next: z.string().nullable(), total: listTotal }) },
    errors: [],
  } satisfies StaffEndpointSpec);

/** The types that `listEndpoint` and `exportEndpoint` return. */
export type ListPageSpec = WithAnyTouches<ReturnType<typeof listEndpoint<string, z.ZodType>>>;
export type ListCsvSpec = WithAnyTouches<ReturnType<typeof exportEndpoint<string>>>;

/** The same type with any value of `touches`. An entity's list may belong to the shop, or to nothing. */
type WithAnyTouches<S> = Omit<S, 'touches'> & { readonly touches: Touches };

/** Creates the call that streams the same rows as CSV: all rows, or the rows in `ids` (OFF-20). */
export const exportEndpoint = <const N extends string>(name: N, list: ListDeclaration) =>
  endpoint({
    name,
    slice: list.slice,
    method: 'GET',
    path: `/v1/admin/${list.name}/export` as const,
    summary: `CSV: ${list.title}`,
    auth: 'staff',
    permission: list.permission,
    touches: 'places',
    limit: 'staffFile',
    file: 'text/csv',
    query: z.strictObject({ ...filtersShape(list), columns: emptyAsAbsent(commaList.optional()) }) as z.ZodObject &
      z.ZodType<ListQuery & { columns?: string[] }, ListQuery & { columns?: string }>,
    answers: { 200: fileAnswer },
    errors: ['FORBIDDEN'],
  } satisfies StaffEndpointSpec);

/** A file that is streamed or sent completely, and never parsed. */
export const fileAnswer = z.custom<Uint8Array | AsyncIterable<Uint8Array | string>>();
