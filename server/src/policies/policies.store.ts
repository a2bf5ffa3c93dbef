import { setTimeout as sleep } from 'node:timers/promises';
import { type FlagName, type Flags, readFlags } from '@ceiba/domain/flags/flags';
import { acceptsPoints, earnsPoints } from '@ceiba/domain/points/points';
import { nameInForce } from '@ceiba/domain/policies/identity-table';
import type { OwnMailTexts } from '@ceiba/domain/policies/mail-texts';
import { changesOf, readablePolicy, readPolicy, withChanges } from '@ceiba/domain/policies/policy-fields';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result } from '@ceiba/domain/result';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '../platform/db/database.ts';
import { column, type RowOf, statement } from '../platform/db/statement.ts';

type PolicyRow = RowOf<typeof select>;

const select = statement('policies.read', 'select changes from shop_policy', {
  changes: column<Record<string, unknown>>(),
});

const selectVersion = statement('policies.read-version', 'select changes, version from shop_policy', {
  changes: column<Record<string, unknown>>(),
});

const selectForChange = statement('policies.lock', 'select changes, version from shop_policy for update', {
  changes: column<Record<string, unknown>>(),
});

// Changes some keys. Unknown names, and values that this version cannot read, do not change.
const update = statement(
  'policies.save-fields',
  `update shop_policy set changes = (changes - $1::text[]) || $2::jsonb, updated_at = $3 returning changes, version`,
  { changes: column<Record<string, unknown>>() },
);

/** Returns why a stored policy cannot be used. */
const explain = (refusal: PolicyRefusal): string =>
  refusal.code === 'invalid_value' ? `${refusal.field} must be ${refusal.expected}` : refusal.code;

/** Throws if the row contains an invalid policy. */
const toPolicy = ([row]: readonly PolicyRow[]): ShopPolicy => {
  if (row === undefined) return defaultShopPolicy;
  const policy = readPolicy(row.changes);
  if (policy.ok) return policy.value;
  throw new Error(`The policy in table shop_policy cannot be used: ${explain(policy.error)}.`);
};

/**
 * Returns the policy that applies now.
 *
 * @param publicUrl its host is the name of a shop without a name
 */
export const getPolicy = async (tx: Tx, publicUrl?: string): Promise<ShopPolicy> => {
  const policy = toPolicy(await select(tx, []));
  return publicUrl === undefined ? policy : { ...policy, shopName: nameInForce(policy.shopName, publicUrl) };
};

type StoredPolicy = Readonly<Record<string, unknown>>;

/** Returns the stored policy, valid or not. */
export const getStoredPolicy = async (tx: Tx): Promise<StoredPolicy> => (await select(tx, []))[0]?.changes ?? {};

/** The stored policy with its version. */
export interface VersionedPolicy {
  changes: StoredPolicy;
  version: number;
}

const none: VersionedPolicy = { changes: {}, version: 1 };

export const getVersionedPolicy = async (tx: Tx): Promise<VersionedPolicy> => (await selectVersion(tx, []))[0] ?? none;

/** Reads the policy and locks it until the transaction ends. So the second of two concurrent changes sees the first. */
export const lockPolicy = async (tx: Tx): Promise<VersionedPolicy> => (await selectForChange(tx, []))[0] ?? none;

interface PolicyChange {
  field: string;
  /** The text that an operator types: "800", "08:30", "yes", "none", "default". */
  value: string;
}

/** `fault`: another stored field is invalid. No process uses the change until that field is repaired. */
interface ChangedPolicy {
  before: ShopPolicy;
  policy: ShopPolicy;
  fault: PolicyRefusal | null;
}

/** The policy before and after a change. */
export interface ChangedFields {
  before: ShopPolicy;
  after: ShopPolicy;
  stored: VersionedPolicy;
}

/**
 * Changes fields of the shop's policy to the operator's texts, in the transaction `tx`: all of them, or nothing and the first
 * refusal. Rules between fields check the result. Other fields stay as stored, including fields of another version. A field with
 * the requirements' value is not stored. Every process reads the policy again after the commit.
 */
export const changePolicyFields = async (
  tx: Tx,
  texts: Readonly<Record<string, string>>,
  now: Date,
): Promise<Result<ChangedFields, PolicyRefusal>> => {
  const before = readablePolicy((await lockPolicy(tx)).changes);
  const changed = withChanges(before, texts);
  if (!changed.ok) return changed;
  const names = Object.keys(texts);
  const own = Object.fromEntries(Object.entries(changesOf(changed.value)).filter(([name]) => names.includes(name)));
  const [stored = none] = await update(tx, [names, JSON.stringify(own), now]);
  return ok({ before, after: changed.value, stored });
};

/** Changes one field. An invalid stored policy can be repaired field by field. */
export const changePolicy = (
  db: Database,
  { field, value }: PolicyChange,
  now: Date,
): Promise<Result<ChangedPolicy, PolicyRefusal>> =>
  db.transaction(async (tx) => {
    const changed = await changePolicyFields(tx, { [field]: value }, now);
    if (!changed.ok) return changed;
    const { before, after, stored } = changed.value;
    const read = readPolicy(stored.changes);
    return ok({ before, policy: after, fault: read.ok ? null : read.error });
  });

const selectOffered = statement(
  'policies.offered',
  `select (select coalesce(json_object_agg(name, enabled), '{}') from flags) as flags,
     (select coalesce(json_agg(distinct plan order by plan), '[]') from card_bins, unnest(plans) plan) as plans,
     (select coalesce(json_agg(json_build_object('name', name, 'plans', plans) order by name collate spanish), '[]') from (
        select case brand when 'amex' then 'American Express' else bank_name end as name,
          coalesce(array_agg(distinct plan order by plan) filter (where plan is not null), '{}') as plans
        from card_bins left join unnest(plans) plan on true
        group by 1) bank
      where name <> '') as banks,
     (select coalesce(json_object_agg(mail, json_build_object('subject', subject, 'opening', opening)), '{}') from mail_texts) as mail_texts`,
  {
    flags: column<Partial<Record<FlagName, boolean>>>(),
    plans: column<number[]>(),
    banks: column<{ name: string; plans: number[] }[]>(),
    mailTexts: column<OwnMailTexts>(),
  },
);

/** Reads the shop's offers and mail texts from their rows. `creditsPoints`: true if the points program credits points (LOYAL-01). */
export async function getOffers(tx: Tx, creditsPoints: boolean): Promise<Omit<ShopTerms, keyof ShopPolicy>> {
  const [row] = await selectOffered(tx, []);
  if (row === undefined) throw new Error('reading what the shop offers answered nothing');
  const flags: Flags = readFlags(row.flags);
  return {
    installmentPlans: row.plans,
    installmentBanks: row.banks,
    acceptsPoints: acceptsPoints(flags),
    hasOwnPoints: flags.pointsMax,
    earnsPoints: earnsPoints(flags, creditsPoints),
    mailTexts: row.mailTexts,
  };
}

/** Milliseconds until an unreadable policy is read again. */
const retryDelayMs = 1_000;

/** The policy and the offers in this process's memory. No request reads them from the database. */
export interface CachedPolicy {
  /** Returns the policy as last read. A request takes it once, and uses no newer policy. */
  current(): ShopTerms;
  /** Reads the policy again. Resolves after the read, even if the database is unavailable. Never rejects. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Reads the policy, and throws if the stored policy cannot be used. If a later policy is unusable, this is logged and the last valid policy
 * stays.
 */
export const savePolicy = async (
  db: Database,
  log: FastifyBaseLogger,
  { creditsPoints, publicUrl }: { creditsPoints: boolean; publicUrl: string },
): Promise<CachedPolicy> => {
  const readTerms = async (): Promise<ShopTerms> => ({
    ...(await getPolicy(db.write, publicUrl)),
    ...(await getOffers(db.write, creditsPoints)),
  });
  let policy = await readTerms();
  let queue = Promise.resolve();
  const closing = new AbortController();

  const read = async (): Promise<boolean> => {
    try {
      policy = await readTerms();
      return true;
    } catch (error) {
      if (!closing.signal.aborted)
        log.error({ err: error }, 'the shop policy could not be read; the previous policy stays active');
      return false;
    }
  };
  const readUntilDone = async (): Promise<void> => {
    while (!closing.signal.aborted && !(await read())) {
      await sleep(retryDelayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  return {
    current: () => policy,
    // Runs one query at a time, so that the answer to an earlier query never replaces a later answer.
    refresh: () => {
      queue = queue.then(readUntilDone);
      return queue;
    },
    close: () => closing.abort(),
  };
};
