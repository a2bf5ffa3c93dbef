import { createHash } from 'node:crypto';
import {
  type Answer,
  type EndpointSpec,
  idempotencyKeyMaxLength,
  type Parsed,
  type StaffEndpointSpec,
} from '@ceiba/contract/endpoint';
import { errorStatus } from '@ceiba/contract/errors';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { type Author, type Change, recordChange } from '../audit/record-change.ts';
import { commitIfOk, type Database, databaseWithin, statement, type Tx } from '../db/database.ts';
import { covers, demandJudgement, type Judgement, judgementsOf } from './places.ts';
import type { Refusal, RefusalOf, RequestContext, Route, StaffCaller } from './route.ts';

/** A change of staff: any call of theirs that is no GET. */
type StaffChange = StaffEndpointSpec & { readonly method: 'POST' | 'PATCH' | 'DELETE' };

/** What a change did and answers. Its row in the audit (OFF-10) is written by `changeRoute`; a handler that leaves it out does not compile. */
interface Changed<T> {
  /** Null: everything was as it was to be already. */
  change: Change | null;
  /** Asked behind the row where it tells of it, as the history of an order. */
  answer: T | (() => Promise<T>);
}

type StaffContext = RequestContext & { staff: StaffCaller };

interface StaffChangeCall<E extends EndpointSpec> extends Parsed<E> {
  /** The transaction that everything is written in. */
  tx: Tx;
  /** The same as a database, for use cases that begin their own: theirs is part of it. */
  db: Database;
  staff: StaffCaller;
  /** Who does it, for the use case and the audit. */
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
 * Binds a change of the desk to its handler. All it writes is one transaction with its row in the audit; a refusal leaves nothing. With an
 * Idempotency-Key the same call is answered as before for a day, by the same transaction's own row (DEC-172): of two at once one does it.
 */
export const changeRoute = <E extends StaffChange>(spec: E, db: Database, work: StaffWork<E>): Route =>
  boundChange(spec, async (input, context) => {
    const asked = keyOf(spec, input, context);
    if (asked === undefined && spec.idempotent === 'required') return refuse(missingKey);
    if (asked !== undefined && asked.key.length > idempotencyKeyMaxLength) return refuse(tooLongKey);
    return commitIfOk<unknown, Refusal>(db, async (tx) => {
      const known = asked === undefined ? ok(undefined) : await claimKey(tx, asked, context.now);
      if (!known.ok) return known;
      if (known.value !== undefined) return replayed(spec, known.value, context.staff);
      const done = await recorded(spec, work, { ...input, ...callOf(tx, db, context) });
      if (done.ok && asked !== undefined) await keepAnswer(tx, asked, storedAnswer(done.value, context.staff));
      return done;
    });
  });

/** As `changeRoute`, of what is shown once and kept by nobody, as a DPI: its answer is not kept, and each repeat has its row in the audit. */
export const repeatableRoute = <E extends StaffChange>(spec: E, db: Database, work: StaffWork<E>): Route =>
  preparedRoute(spec, db, async () => ok(null), work);

/**
 * The same for what does a part before its transaction, as a check that counts what was wrong, or a photo that is stored: `prepare` gives what
 * the change then has as `prepared`, or refuses it.
 */
export const preparedRoute = <E extends StaffChange, P>(
  spec: E,
  db: Database,
  prepare: (input: Parsed<E>, context: StaffContext) => Promise<Result<P, RefusalOf<E>>>,
  work: StaffWork<E, { prepared: P }>,
): Route =>
  boundChange(spec, async (input, context) => {
    const prepared = await prepare(input, context);
    if (!prepared.ok) return prepared;
    return commitIfOk<unknown, Refusal>(db, (tx) =>
      recorded(spec, work, { ...input, ...callOf(tx, db, context), prepared: prepared.value }),
    );
  });

const boundChange = <E extends StaffChange>(
  spec: E,
  handle: (input: Parsed<E>, context: StaffContext) => Promise<Result<unknown, Refusal>>,
): Route => ({
  spec,
  // As in `route`: the parser of the same endpoint made the input, and whoever calls was authenticated for it.
  handle: (input, context) => handle(input as Parsed<E>, context as StaffContext),
});

const callOf = (tx: Tx, db: Database, context: StaffContext) => ({
  tx,
  db: databaseWithin(db, tx),
  staff: context.staff,
  author: authorOf(context),
  context,
});

/** Does a change and writes its row, named after its call. */
async function recorded<T, Call extends { tx: Tx; author: Author; staff: StaffCaller }>(
  spec: StaffChange,
  work: (call: Call) => Promise<Result<Changed<T>, Refusal>>,
  call: Call,
): Promise<Result<T, Refusal>> {
  const done = await work(call);
  if (!done.ok) return done;
  demandJudgement(spec, call.staff);
  const { change, answer } = done.value;
  if (change !== null) await recordChange(call.tx, call.author, { operation: spec.name, ...change });
  return ok(answer instanceof Function ? await answer() : answer);
}

const missingKey: Refusal = {
  code: 'VALIDATION_ERROR',
  metadata: { fields: { 'Idempotency-Key': 'Falta la clave de la solicitud.' } },
};

/** As of a shopper's (DEC-172). */
const tooLongKey: Refusal = {
  code: 'VALIDATION_ERROR',
  metadata: {
    fields: {
      'Idempotency-Key': `La clave de la solicitud debe tener como máximo ${idempotencyKeyMaxLength} caracteres.`,
    },
  },
};

interface AskedKey {
  scope: string;
  key: string;
  hash: string;
}

const keyOf = (
  { name }: StaffChange,
  input: object,
  { staff, idempotencyKey: key }: StaffContext,
): AskedKey | undefined =>
  key === undefined
    ? undefined
    : {
        scope: `staff:${staff.id}`,
        key,
        hash: createHash('sha256')
          .update(JSON.stringify([name, input]))
          .digest('hex'),
      };

// Waits for a call with the same key that is under way, whose transaction holds the row.
const claim = statement<
  { request_hash: string; answer: StoredAnswer | null },
  [scope: string, key: string, hash: string, now: Date]
>(
  'staff.claim-key',
  `insert into idempotency_keys as k (scope, key, request_hash, created_at, locked_until) values ($1, $2, $3, $4, $4)
   on conflict (scope, key) do update set
     request_hash = case when k.created_at < $4 - interval '1 day' then excluded.request_hash else k.request_hash end,
     answer = case when k.created_at < $4 - interval '1 day' then null else k.answer end,
     created_at = case when k.created_at < $4 - interval '1 day' then $4 else k.created_at end
   returning request_hash, answer`,
);

const keep = statement<object, [scope: string, key: string, answer: string]>(
  'staff.keep-answer',
  `update idempotency_keys set answer = $3, status = 200 where scope = $1 and key = $2`,
);

/** The answer that the same call got before; undefined: it is to be done now. */
async function claimKey(
  tx: Tx,
  { scope, key, hash }: AskedKey,
  now: Date,
): Promise<Result<StoredAnswer | undefined, Refusal>> {
  const [row] = await claim(tx, [scope, key, hash, now]);
  if (row === undefined) throw new Error('a claimed key was not answered');
  return row.request_hash === hash ? ok(row.answer ?? undefined) : refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
}

const keepAnswer = async (tx: Tx, { scope, key }: AskedKey, answer: StoredAnswer): Promise<void> => {
  await keep(tx, [scope, key, JSON.stringify(answer)]);
};

/** The answer of a call, with what its caller had to be allowed. A node of the release before stores the answer alone. */
interface StoredAnswer {
  given: unknown;
  /** Questions that the call asked the rule of places. */
  judged?: readonly Judgement[];
  /** Permissions of the caller. The answer may hold data that only these permissions show. */
  permissions?: readonly Permission[];
}

const storedAnswer = (given: unknown, staff: StaffCaller): StoredAnswer => ({
  given,
  judged: judgementsOf(staff).filter((judgement) => covers(staff, judgement)),
  permissions: [...staff.permissions],
});

/** A repeated call gets the answer of the first one, unless its caller has meanwhile lost a store or a permission that it was made with. */
function replayed(
  { errors }: StaffChange,
  { given, judged = [], permissions = [] }: StoredAnswer,
  staff: StaffCaller,
): Result<unknown, Refusal> {
  const lost = permissions.find((permission) => !staff.permissions.has(permission));
  if (lost !== undefined) return refuse({ code: 'FORBIDDEN', metadata: { permission: lost } });
  if (judged.every((judgement) => covers(staff, judgement))) return ok(given);
  // An order that the person may not see is answered as if it did not exist (DEC-169).
  return refuse({ code: errors.find((code) => errorStatus[code] === 404) ?? 'NOT_FOUND' });
}
