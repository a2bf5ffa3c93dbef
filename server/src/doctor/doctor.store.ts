import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

export interface ServerFacts {
  /** For example, 180004 is 18.4. */
  version: number;
  encoding: string;
  /** Without the connections reserved for superusers. */
  maxConnections: number;
  synchronousCommit: string;
  /** The standbys for which a commit waits. Empty if a commit waits for no standby. */
  synchronousStandbys: string;
  fsync: string;
  isStandby: boolean;
  /** True if extensions and tables may be created. */
  mayCreate: boolean;
  /** Milliseconds since 1970, by the database's clock. */
  clockMs: number;
}

export const readServer = statement(
  'doctor.server',
  `select current_setting('server_version_num')::integer as version,
          current_setting('server_encoding') as encoding,
          current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
            as "maxConnections",
          current_setting('synchronous_commit') as "synchronousCommit",
          current_setting('synchronous_standby_names') as "synchronousStandbys",
          current_setting('fsync') as fsync,
          pg_is_in_recovery() as "isStandby",
          has_database_privilege(current_database(), 'create') as "mayCreate",
          (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs"`,
  {
    version: neverNull(),
    encoding: neverNull(),
    maxConnections: neverNull(),
    synchronousCommit: neverNull(),
    synchronousStandbys: neverNull(),
    fsync: neverNull(),
    isStandby: neverNull(),
    mayCreate: neverNull(),
  },
);

export interface ShopFacts {
  products: number;
  /** Stores and warehouses. Without them no pickup is possible. */
  stores: number;
  /** Addresses of legal texts without a page. */
  missingPages: string[];
  /** Workers with a heartbeat within the last minute. */
  workers: number;
  /** Accounts whose password is publicly known. */
  demoAccounts: number;
  /** Findings of the guard's last run. */
  findings: number;
}

export const readShop = statement(
  'doctor.shop',
  `select (select count(*) from products where is_published) as products,
          (select count(*) from stores) as stores,
          array(select path from unnest($1::text[]) with ordinality as legal (path, place)
            where not exists (select from category_pages p where '/' || p.slug = path)
              and not exists (select from legal_versions v where '/' || v.page = path and v.holds_from <= now()) order by place) as "missingPages",
          (select count(*) from job_workers where seen_at > clock_timestamp() - interval '1 minute') as workers,
          (select count(*) from customers where email like '%@ceiba.example')
            + (select count(*) from staff_members where email like '%@ceiba.example' and disabled_at is null) as "demoAccounts",
          (select count(*) from invariant_findings where broken > 0) as findings`,
);

/** The year, in Guatemala, of the audit's oldest row. Null if the audit is empty. */
export const readOldestAudit = statement(
  'doctor.oldest-audit',
  `select extract(year from min(at) at time zone 'America/Guatemala')::integer as year from audit_entries`,
);

export interface ContentFacts {
  /** Published products that cannot be bought. */
  unpriced: number;
  /** Pickup stores without separate opening hours. */
  storesWithoutHours: number;
  deadJobs: number;
  /** Kinds of jobs that a person has paused. */
  pausedJobs: string[];
  /** Present connections to the server, by any client. */
  connected: number;
  /** See `ServerFacts.maxConnections`. */
  maxConnections: number;
}

export const readContents = statement(
  'doctor.contents',
  `select (select count(*) from products where is_published and sales_price is null) as unpriced,
          (select count(*) from stores where not is_warehouse and retired_at is null and hours = '[]') as "storesWithoutHours",
          (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as "deadJobs",
          array(select task from paused_jobs order by task) as "pausedJobs",
          (select count(*) from pg_stat_activity where backend_type = 'client backend') as connected,
          current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
            as "maxConnections"`,
  { maxConnections: neverNull() },
);

/** Standard values that were not changed yet. */
export interface StandardFacts {
  /** Cards of the demo shop. */
  demoBins: string[];
  /** Pages of help with the standard texts: `ayuda/pagos`. */
  helpPages: string[];
  /** Groups of synonyms of the standard list. */
  synonyms: number;
  /** Products and brands of the standard list that the shop lacks. */
  absent: number;
  hasOwnPoints: boolean;
}

export const readStandards = statement(
  'doctor.standards',
  `select array(select b.bin || ' ' || b.bank_name from card_bins b
            join jsonb_to_recordset($1::jsonb) d (bin text, "bankName" text) on d.bin = b.bin and d."bankName" = b.bank_name
            order by b.bin) as "demoBins",
          array(select slug from category_pages where standard is not null order by slug) as "helpPages",
          (select count(distinct meaning) from search_synonyms where is_standard) as synonyms,
          (select count(*) from search_absent where is_standard) + (select count(*) from search_other_brands where is_standard)
            as absent,
          exists (select from flags where name = 'pointsMax' and enabled) as "hasOwnPoints"`,
);

// `checkedAt`: the last check of the invariants. Null if there is no check yet. The queue's wait is measured as in
// `jobs.oldest-due`.
export const readStatus = statement(
  'doctor.status',
  `select (select max(checked_at) from invariant_findings) as "checkedAt",
          (select coalesce(json_agg(json_build_object('rule', invariant, 'rows', broken) order by invariant), '[]')
           from (select invariant, max(broken) as broken from invariant_findings where broken > 0 group by invariant) f) as broken,
          (select coalesce(floor(extract(epoch from clock_timestamp() - min(run_at))), 0)::int
           from graphile_worker._private_jobs where is_available and run_at <= clock_timestamp()) as "queueSeconds",
          (select coalesce(json_agg(json_build_object('name', name, 'role', role, 'version', version, 'startedAt', started_at, 'seenAt', seen_at)
             order by started_at, name), '[]')
           from running_nodes where seen_at > clock_timestamp() - interval '2 minutes') as nodes`,
  {
    broken: column<{ rule: string; rows: number }[]>(),
    nodes:
      column<{ name: string; role: 'all' | 'web' | 'worker'; version: string; startedAt: string; seenAt: string }[]>(),
  },
);

// A finding that disappears and returns gets a new date.
const keepFound = statement(
  'doctor.keep-found',
  `with gone as (delete from doctor_findings where code <> all ($1))
   insert into doctor_findings (code, since) select distinct code, $2::timestamptz from unnest($1::text[]) code
   on conflict (code) do update set since = least(doctor_findings.since, excluded.since) returning code, since`,
);

/** Returns for each of these findings when the checks first saw it. */
export const saveFoundSince = async (tx: Tx, codes: readonly string[], now: Date): Promise<Map<string, Date>> =>
  new Map((await keepFound(tx, [codes, now])).map(({ code, since }) => [code, since]));
