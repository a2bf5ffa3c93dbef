import type { Check } from './import-kind.ts';

/**
 * SQL of the paths that lead back to themselves once the file ($1: its run) is applied: its rows replace stored redirects of the same path. Runs once
 * for the whole file.
 */
const loopingPaths = `(
  with recursive file as materialized (
    select redirect_path(f.key[1]) as from_path, redirect_path(coalesce(f.given ->> 'a', f.before ->> 'a')) as to_path
    from import_rows f where f.run_id = $1 and f.outcome <> 'wrong'),
  hops as materialized (
    select from_path, to_path from file
    union all
    select s.from_path, redirect_path(s.to_path) from redirects s where s.from_path not in (select from_path from file)),
  walk as (
    select f.from_path as start, f.to_path as path from file f where f.to_path in (select from_path from hops)
    union
    select w.start, h.to_path from walk w join hops h on h.from_path = w.path where w.path <> w.start)
  select start from walk where path = start)`;

/** Redirects of one file that lead to each other: each row alone is right, and together they never end. */
export const redirectLoops: Check = {
  column: 'a',
  code: 'INVALID_VALUE',
  text: 'Junto con otras filas del archivo, volvería a su propia dirección.',
  isBroken: `redirect_path(r.key[1]) in ${loopingPaths}`,
  isLate: true,
};
