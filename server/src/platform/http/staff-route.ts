import { createHash } from 'node:crypto';
import {
  type Answer,
  type EndpointSpec,
  idempotencyKeyLifeMs,
  type Parsed,
  type StaffEndpointSpec,
} from '@ceiba/contract/endpoint';
import { errorStatus } from '@ceiba/contract/errors';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { type Author, type Change, type NamedChange, recordChanges } from '../audit/record-change.ts';
import { commitIfOk, type Database, databaseWithin, type Tx } from '../db/database.ts';
import { column, statement } from '../db/statement.ts';
import { covers, demandJudgement, type Judgement, judgementsOf } from './places.ts';
import type { Refusal, RefusalOf, RequestContext, Route, StaffCaller } from './route.ts';

/** Every call of staff that is not a GET: it changes something. */
type StaffChange = StaffEndpointSpec & { readonly method: 'POST' | 'PATCH' | 'DELETE' };

/** The outcome of a change. `changeRoute` writes its row in the audit (OFF-10). A handler without `change` does not compile. */
interface Changed<T> {
  /** Null if nothing changed. */
  change: Change | null;
  /** Changes to other entities by the same call, such as the shipments of a wave. Each entity gets its own audit row. */
  others?: readonly NamedChange[];
  /** If the answer is a function, it runs after the audit row is written. The answer may then contain the row, as an order's history does. */
  answer: T | (() => Promise<T>);
}

type StaffContext = RequestContext & { staff: StaffCaller };

interface StaffChangeCall<E extends EndpointSpec> extends Parsed<E> {
  /** The transaction of all writes. */
  tx: Tx;
  /** The same transaction as a database, for use cases that start a transaction. Their transaction becomes part of this one. */
  db: Database;
  staff: StaffCaller;
  /** The author of the change, passed to the use case and written to the audit. */
  author: Author;
  context: StaffContext;
}

export const authorOf = ({ staff, requestId, now }: StaffContext): Author => ({
  actor: { kind: 'staff', id: staff.id },
  name: staff.name,
  requestId,
  now,
});

type StaffWork<E extends StaffChange, More = unknown> = (
  call: StaffChangeCall<E> & More,
) => Promise<Result<Changed<Answer<E>>, RefusalOf<E>>>;

/**
 * Binds a change of the desk to its handler. All writes and the audit rows form one transaction. A refusal writes nothing.
 *
 * A repeated Idempotency-Key gets the stored answer for a day (DEC-172). The answer is stored in the same transaction, so that two
 * concurrent calls with one key make one change. `storesAnswer: false` is for secrets that are shown once, such as a DPI. No such answer is
 * stored, and each repeated call runs again, with its own audit row.
 */
export const changeRoute = <E extends StaffChange>(
  spec: E,
  db: Database,
  work: StaffWork<E>,
  { storesAnswer = true }: { storesAnswer?: boolean } = {},
): Route => preparedRoute(spec, db, async () => ok(undefined), work, { storesAnswer });

/**
 * Binds a change that needs a step before its transaction, such as counting failures, or storing a photo. `prepare` either refuses the
 * call, or returns the value that the change gets as `prepared`. Without `storesAnswer` each repeated call runs again.
 */
export const preparedRoute = <E extends StaffChange, P>(
  spec: E,
  db: Database,
  prepare: (input: Parsed<E>, context: StaffContext) => Promise<Result<P, RefusalOf<E>>>,
  work: StaffWork<E, { prepared: P }>,
  { storesAnswer = false }: { storesAnswer?: boolean } = {},
): Route =>
  boundChange(spec, async (input, context) => {
    const asked = await keyOf(spec, input, context);
    if (!asked.ok) return asked;
    const key = storesAnswer ? asked.value : undefined;
    const prepared = await prepare(input, context);
    if (!prepared.ok) return prepared;
    return commitIfOk<unknown, Refusal>(db, async (tx) => {
      const known = key === undefined ? ok(undefined) : await takeKey(tx, key, context.now);
      if (!known.ok) return known;
      if (known.value !== undefined) return replayed(spec, known.value, context.staff);
      const done = await recorded(spec, work, { ...input, ...callOf(tx, db, context), prepared: prepared.value });
      if (done.ok && key !== undefined) await storeAnswer(tx, key, storedAnswer(done.value, context.staff));
      return done;
    });
  });

const boundChange = <E extends StaffChange>(
  spec: E,
  handle: (input: Parsed<E>, context: StaffContext) => Promise<Result<unknown, Refusal>>,
): Route => ({
  spec,
  // The casts are safe, as in `route`: the same endpoint's parser created the input, and the caller is authenticated as staff.
  handle: (input, context) => handle(input as Parsed<E>, context as StaffContext),
});

const callOf = (tx: Tx, db: Database, context: StaffContext) => ({
  tx,
  db: databaseWithin(db, tx),
  staff: context.staff,
  author: authorOf(context),
  context,
});

/** Makes a change and writes its audit rows with the name of the call. */
async function recorded<T, Call extends { tx: Tx; author: Author; staff: StaffCaller }>(
  spec: StaffChange,
  work: (call: Call) => Promise<Result<Changed<T>, Refusal>>,
  call: Call,
): Promise<Result<T, Refusal>> {
  const done = await work(call);
  if (!done.ok) return done;
  demandJudgement(spec, call.staff);
  const { change, others = [], answer } = done.value;
  const changes = change === null ? others : [change, ...others];
  if (changes.length > 0) await recordChanges(call.tx, call.author, spec.name, changes);
  return ok(answer instanceof Function ? await answer() : answer);
}

const missingKey: Refusal = {
  code: 'VALIDATION_ERROR',
  metadata: { fields: { 'Idempotency-Key': 'Falta la clave de la solicitud.' } },
};

interface AskedKey {
  scope: string;
  key: string;
  hash: string;
}

/** Returns the SHA-256 of each file of a form, in the form's order. The JSON of a call does not contain its files. */
async function fileHashes({ body }: { body?: unknown }): Promise<string[]> {
  const files = Object.values(body ?? {})
    .flat()
    .filter((value): value is File => value instanceof File);
  const bytes = await Promise.all(files.map((file) => file.arrayBuffer()));
  return bytes.map((each) => createHash('sha256').update(new Uint8Array(each)).digest('hex'));
}

/** Returns the key of a call. Undefined if the call may omit it. */
async function keyOf(
  { name, idempotent }: StaffChange,
  input: object,
  { staff, idempotencyKey: key }: StaffContext,
): Promise<Result<AskedKey | undefined, Refusal>> {
  if (key === undefined) return idempotent === 'required' ? refuse(missingKey) : ok(undefined);
  const hash = createHash('sha256')
    .update(JSON.stringify([name, input, ...(await fileHashes(input))]))
    .digest('hex');
  return ok({ scope: `staff:${staff.id}`, key, hash });
}

// Waits for a running call with the same key, because that call's transaction has locked the row.
const take = statement(
  'staff.take-key',
  `insert into idempotency_keys as k (scope, key, request_hash, created_at, locked_until) values ($1, $2, $3, $4, $4)
   on conflict (scope, key) do update set
     request_hash = case when k.created_at < $5 then excluded.request_hash else k.request_hash end,
     answer = case when k.created_at < $5 then null else k.answer end,
     created_at = case when k.created_at < $5 then $4 else k.created_at end
   returning request_hash, answer`,
  { answer: column<StoredAnswer>() },
);

const store = statement(
  'staff.store-answer',
  `update idempotency_keys set answer = $3, status = 200 where scope = $1 and key = $2`,
);

/** Takes a key. Returns the stored answer of an earlier call. Undefined if this call must make the change. */
async function takeKey(
  tx: Tx,
  { scope, key, hash }: AskedKey,
  now: Date,
): Promise<Result<StoredAnswer | undefined, Refusal>> {
  const [row] = await take(tx, [scope, key, hash, now, new Date(now.getTime() - idempotencyKeyLifeMs)]);
  if (row === undefined) throw new Error('a taken key was not answered');
  return row.requestHash === hash ? ok(row.answer ?? undefined) : refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
}

const storeAnswer = async (tx: Tx, { scope, key }: AskedKey, answer: StoredAnswer): Promise<void> => {
  await store(tx, [scope, key, JSON.stringify(answer)]);
};

/** The answer of a call, with the permissions of the caller. A node of the previous release stores only the answer. */
interface StoredAnswer {
  given: unknown;
  /** The checks of places that the call made. */
  judged?: readonly Judgement[];
  /** The caller's permissions. The answer may contain data that only these permissions show. */
  permissions?: readonly Permission[];
}

const storedAnswer = (given: unknown, staff: StaffCaller): StoredAnswer => ({
  given,
  judged: judgementsOf(staff).filter((judgement) => covers(staff, judgement)),
  permissions: [...staff.permissions],
});

/** Returns a stored answer again, unless the caller has lost a store or permission since the first call. */
function replayed(
  { errors }: StaffChange,
  { given, judged = [], permissions = [] }: StoredAnswer,
  staff: StaffCaller,
): Result<unknown, Refusal> {
  const lost = permissions.find((permission) => !staff.permissions.has(permission));
  if (lost !== undefined) return refuse({ code: 'FORBIDDEN', metadata: { permission: lost } });
  if (judged.every((judgement) => covers(staff, judgement))) return ok(given);
  // For an order that the person may not see, the answer is the same as for an unknown order (DEC-169).
  return refuse({ code: errors.find((code) => errorStatus[code] === 404) ?? 'NOT_FOUND' });
}
