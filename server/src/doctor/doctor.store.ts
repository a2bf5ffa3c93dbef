import { statement, type Tx } from '../platform/db/database.ts';

export interface ServerFacts {
  /** 180004 is 18.4. */
  version: number;
  encoding: string;
  /** For users like ours: those kept for superusers are not counted. */
  maxConnections: number;
  synchronousCommit: string;
  /** Which standbys a commit waits for; empty: none. */
  synchronousStandbys: string;
  fsync: string;
  isStandby: boolean;
  /** Whether extensions and tables may be made. */
  mayCreate: boolean;
  /** Milliseconds since 1970, by the database's clock. */
  clockMs: number;
}

export const readServer = statement<ServerFacts>(
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
);

export interface ShopFacts {
  products: number;
  /** Where customers can pick up, and delivery knows no limits. */
  stores: number;
  /** Addresses of legal texts that lead nowhere, as the shop has no such page. */
  missingPages: string[];
  /** Workers that said within the last minute that they live. */
  workers: number;
  /** Accounts whose password everybody knows. */
  demoAccounts: number;
  /** What the guard found when it looked last. */
  findings: number;
}

export const readShop = statement<ShopFacts, [legalPaths: readonly string[]]>(
  'doctor.shop',
  `select (select count(*) from products where is_published) as products,
          (select count(*) from stores) as stores,
          array(select path from unnest($1::text[]) with ordinality as legal (path, place)
            where not exists (select from category_pages p where '/' || p.slug = path) order by place) as "missingPages",
          (select count(*) from job_workers where seen_at > clock_timestamp() - interval '1 minute') as workers,
          (select count(*) from customers where email like '%@ceiba.example')
            + (select count(*) from staff_members where email like '%@ceiba.example' and disabled_at is null) as "demoAccounts",
          (select count(*) from invariant_findings where broken > 0) as findings`,
);

/** The year, in Guatemala, of the oldest row of the audit; null: there is none. */
export const readOldestAudit = statement<{ year: number | null }>(
  'doctor.oldest-audit',
  `select extract(year from min(at) at time zone 'America/Guatemala')::integer as year from audit_entries`,
);

export interface ContentFacts {
  /** Published products that cannot be bought. */
  unpriced: number;
  /** Stores one can collect from, without hours of their own. */
  storesWithoutHours: number;
  deadJobs: number;
  /** Kinds of jobs that somebody has paused. */
  pausedJobs: string[];
  /** Connections to the server now, whoever's. */
  connected: number;
  /** As `ServerFacts.maxConnections`. */
  maxConnections: number;
}

export const readContents = statement<ContentFacts>(
  'doctor.contents',
  `select (select count(*) from products where is_published and sales_price is null) as unpriced,
          (select count(*) from stores where not is_warehouse and hours = '[]') as "storesWithoutHours",
          (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as "deadJobs",
          array(select task from paused_jobs order by task) as "pausedJobs",
          (select count(*) from pg_stat_activity where backend_type = 'client backend') as connected,
          current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
            as "maxConnections"`,
);

/** Standard values that nobody has changed yet. */
export interface StandardFacts {
  /** Cards as the demo shop has them. */
  demoBins: string[];
  /** Pages of help with the standard texts: `ayuda/pagos`. */
  helpPages: string[];
  /** Groups of synonyms of the standard list. */
  synonyms: number;
  /** Things and brands that the standard list says the shop does not sell. */
  absent: number;
  hasOwnPoints: boolean;
}

export const readStandards = statement<StandardFacts, [demoBins: string]>(
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

export interface StatusFacts {
  /** When the guard looked last; null: never. */
  checkedAt: Date | null;
  broken: { rule: string; rows: number }[];
  queueSeconds: number;
  nodes: { name: string; role: 'all' | 'web' | 'worker'; version: string; startedAt: string; seenAt: string }[];
}

// How long the queue waits: as `jobs.oldest-due`.
export const readStatus = statement<StatusFacts>(
  'doctor.status',
  `select (select max(checked_at) from invariant_findings) as "checkedAt",
          (select coalesce(json_agg(json_build_object('rule', invariant, 'rows', broken) order by invariant), '[]')
           from (select invariant, max(broken) as broken from invariant_findings where broken > 0 group by invariant) f) as broken,
          (select coalesce(floor(extract(epoch from clock_timestamp() - min(run_at))), 0)::int
           from graphile_worker._private_jobs where is_available and run_at <= clock_timestamp()) as "queueSeconds",
          (select coalesce(json_agg(json_build_object('name', name, 'role', role, 'version', version, 'startedAt', started_at, 'seenAt', seen_at)
             order by started_at, name), '[]')
           from running_nodes where seen_at > clock_timestamp() - interval '2 minutes') as nodes`,
);

// What is found no more begins anew when it is found again.
const keepFound = statement<{ code: string; since: Date }, [codes: readonly string[], now: Date]>(
  'doctor.keep-found',
  `with gone as (delete from doctor_findings where code <> all ($1))
   insert into doctor_findings (code, since) select distinct code, $2::timestamptz from unnest($1::text[]) code
   on conflict (code) do update set since = least(doctor_findings.since, excluded.since) returning code, since`,
);

/** Since when each of these findings is so, as far as somebody looked. */
export const keepSince = async (tx: Tx, codes: readonly string[], now: Date): Promise<Map<string, Date>> =>
  new Map((await keepFound(tx, [codes, now])).map(({ code, since }) => [code, since]));
