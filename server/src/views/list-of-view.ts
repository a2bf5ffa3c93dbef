import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import type { ViewQuery } from './views.store.ts';

/** The calls that return the pages of lists, by the name of the list. A list needs a page and an export. */
const lists: ReadonlyMap<string, StaffEndpointSpec> = (() => {
  const calls = Object.values<EndpointSpec>(deskEndpoints).filter(
    (spec): spec is StaffEndpointSpec => spec.auth === 'staff' && spec.method === 'GET',
  );
  const exported = calls.flatMap(({ path }) => /^\/v1\/admin\/([a-z-]+)\/export$/.exec(path)?.slice(1, 2) ?? []);
  return new Map(
    exported.flatMap((name) =>
      calls.filter(({ path }) => path === `/v1/admin/${name}`).map((spec) => [name, spec] as const),
    ),
  );
})();

export const listOfView = (name: string): StaffEndpointSpec | undefined => lists.get(name);

/** Query parameters of a list that are not part of a view: its place, and the size of its pages. */
const isOfPage = new Set(['after', 'limit']);

const columnNames = /^[a-zA-Z]{1,40}(,[a-zA-Z]{1,40}){0,60}$/;

/** Returns the refusals of a list for a query, by parameter. Columns are not checked, because a list omits unknown columns. */
export function faultsOf(
  spec: StaffEndpointSpec,
  { columns, ...filters }: ViewQuery,
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (columns !== undefined && !columnNames.test(columns)) faults.columns = 'Las columnas no son válidas.';
  for (const name of Object.keys(filters).filter((each) => isOfPage.has(each)))
    faults[name] = `«${name}» no se guarda en una vista.`;
  const parsed = spec.query?.safeParse(filters);
  for (const issue of parsed?.error?.issues ?? []) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'query')];
    for (const name of names)
      faults[name] ??=
        issue.code === 'unrecognized_keys' ? `La lista no tiene el filtro «${name}».` : 'Valor desconocido.';
  }
  return faults;
}
