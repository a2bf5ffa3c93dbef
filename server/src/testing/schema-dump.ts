import type pg from 'pg';

/** SQL that excludes objects of extensions. */
const isOwn = (id: string, catalog: string): string =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${id} and d.deptype = 'e')`;

const here = `'public'::regnamespace`;

/** Each query returns `line`, sorted by names alone. Only columns keep their order. */
const questions: readonly string[] = [
  `select format('create extension %I;', extname) as line from pg_extension where extname <> 'plpgsql' order by extname`,

  `select format(E'create type %I as enum (%s);', t.typname,
      string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as line
   from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = ${here} group by t.oid, t.typname order by t.typname`,

  `select format('create text search configuration %I: %s', c.cfgname, string_agg(m.line, ', ' order by m.line)) as line
   from pg_ts_config c cross join lateral (
     select t.alias || ' ' || string_agg(d.dictname, ' ' order by m.mapseqno) as line
     from pg_ts_config_map m join pg_ts_dict d on d.oid = m.mapdict join ts_token_type(c.cfgparser) t on t.tokid = m.maptokentype
     where m.mapcfg = c.oid group by t.alias) m
   where c.cfgnamespace = ${here} group by c.oid, c.cfgname order by c.cfgname`,

  `select format('create sequence %I as %s start %s increment %s;', c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement) as line
   from pg_sequence s join pg_class c on c.oid = s.seqrelid
   where c.relnamespace = ${here} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
   order by c.relname`,

  `select line from (
     select c.relname, 0 as part, '' as name, format(E'\\ncreate %stable %I (\\n%s\\n)%s;',
         case c.relpersistence when 'u' then 'unlogged ' else '' end, c.relname,
         string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           case when a.attnotnull then ' not null' else '' end,
           case when a.attidentity <> '' then format(' generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
                when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
           case when a.attstorage <> t.typstorage then format(' storage %s', a.attstorage::text) else '' end)
           || case when a.attoptions is null then '' else format(' %s', a.attoptions) end
           || case when coalesce(a.attstattarget, -1) < 0 then '' else format(' statistics %s', a.attstattarget) end,
           E',\\n' order by a.attnum),
         case when c.reloptions is null then '' else format(' with (%s)', array_to_string(c.reloptions, ', ')) end) as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = ${here} and c.relkind = 'r' group by c.oid
     union all
     select c.relname, 1, o.conname, format('alter table %I add constraint %I %s;', c.relname, o.conname, pg_get_constraintdef(o.oid))
     from pg_constraint o join pg_class c on c.oid = o.conrelid
     where c.relnamespace = ${here} and o.contype not in ('n', 't')
     union all
     select c.relname, 2, i.relname, pg_get_indexdef(i.oid) || ';'
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where c.relnamespace = ${here} and not exists (select from pg_constraint o where o.conindid = i.oid and o.contype in ('p', 'u', 'x'))
     union all
     select c.relname, 3, g.tgname, pg_get_triggerdef(g.oid) || ';' || case g.tgenabled when 'O' then '' else ' -- ' || g.tgenabled::text end
     from pg_trigger g join pg_class c on c.oid = g.tgrelid where c.relnamespace = ${here} and not g.tgisinternal
     union all
     select c.relname, 4, s.stxname, pg_get_statisticsobjdef(s.oid) || ';'
     from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid where c.relnamespace = ${here}
     union all
     select c.relname, 5, coalesce(a.attname, ''), format('comment on %s is %L;',
       case when a.attname is null then 'table ' || quote_ident(c.relname)
         else format('column %I.%I', c.relname, a.attname) end, d.description)
     from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
     where c.relnamespace = ${here}
   ) all_lines order by relname, part, name`,

  // The function bodies are in server/sql/functions and next to their tables.
  `select format('%s-- function %I(%s) returns %s language %s %s%s%s%s%s', case when row_number() over w = 1 then E'\\n' else '' end,
     p.proname, pg_get_function_arguments(p.oid), coalesce(pg_get_function_result(p.oid), ''), l.lanname,
     case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
     case when p.proisstrict then ' strict' else '' end,
     case p.proparallel when 's' then ' parallel safe' when 'r' then ' parallel restricted' else '' end,
     case when p.prorettype = 'trigger'::regtype or (p.procost = case when l.lanname in ('c', 'internal') then 1 else 100 end and p.prorows in (0, 1000)) then ''
       else format(' cost %s rows %s', p.procost, p.prorows) end,
     case when p.proconfig is null then '' else ' set ' || array_to_string(p.proconfig, ', ') end) as line
   from pg_proc p join pg_language l on l.oid = p.prolang
   where p.pronamespace = ${here} and ${isOwn('p.oid', 'pg_proc')}
   window w as (order by p.proname, pg_get_function_arguments(p.oid)) order by p.proname, pg_get_function_arguments(p.oid)`,
];

/**
 * Describes the whole schema as text: tables with their columns in order, constraints, indexes, triggers, types, comments, and
 * the signatures of functions. Equal schemas give equal texts, after any changes.
 */
export const describeSchema = async (pool: pg.Pool): Promise<string> => {
  const parts: string[] = [];
  for (const question of questions) {
    const { rows } = await pool.query<{ line: string }>(question);
    parts.push(...rows.map(({ line }) => line));
  }
  return `${parts.join('\n')}\n`;
};
