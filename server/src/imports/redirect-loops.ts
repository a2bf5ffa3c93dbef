import { fixedPages } from '../content/content-pages.table.ts';
import { noPage } from '../content/redirects.table.ts';
import type { Check } from './import-kind.ts';

/**
 * SQL for the paths of a file ($1: its run) whose redirects end `where` once the file is applied. Its rows replace
 * stored redirects of the same path. Runs once for the whole file.
 */
const pathsThat = (where: string): string => `(
  with recursive file as materialized (
    select redirect_path(f.key[1]) as from_path, redirect_path(coalesce(f.given ->> 'a', f.before ->> 'a')) as to_path
    from import_rows f where f.run_id = $1 and f.outcome <> 'wrong'),
  hops as materialized (
    select from_path, to_path from file
    union all
    select s.from_path, redirect_path(s.to_path) from redirects s where s.from_path not in (select from_path from file)),
  walk as (
    select f.from_path as start, f.to_path as path from file f
    union
    select w.start, h.to_path from walk w join hops h on h.from_path = w.path where w.path <> w.start)
  select start from walk where ${where})`;

/** Redirects of one file that lead to each other. Each row alone is valid, but together they never end. */
export const redirectLoops: Check = {
  column: 'a',
  code: 'INVALID_VALUE',
  text: 'Junto con otras filas del archivo, volvería a su propia dirección.',
  isBroken: `redirect_path(r.key[1]) in ${pathsThat('path = start')}`,
  isLate: true,
};

/** Redirects whose target shows no page, even through other rows of the file. Unchanged targets do not count. */
export const lostRedirects: Check = {
  column: 'a',
  code: 'UNKNOWN_REFERENCE',
  text: noPage,
  isBroken: `m.was ->> 'a' is distinct from m.is ->> 'a' and redirect_path(r.key[1]) in ${pathsThat(
    `path <> start and path not in (select from_path from hops) and not is_open_address(path, ${fixedPages})`,
  )}`,
  isLate: true,
};
