import { createHash } from 'node:crypto';
import {
  type Answer,
  type EndpointSpec,
  idempotencyKeyMaxLength,
  type Parsed,
  type StaffEndpointSpec,
} from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { AuditReceipt, Author } from '../audit/record-change.ts';
import { commitIfOk, type Database, databaseWithin, statement, type Tx } from '../db/database.ts';
import type { Refusal, RefusalOf, RequestContext, Route, StaffCaller } from './route.ts';

/** A change of staff: any call of theirs that is no GET. */
type StaffChange = StaffEndpointSpec & { readonly method: 'POST' | 'PATCH' | 'DELETE' };

/** What a change answers: with the proof that it wrote its row in the audit (OFF-10), else it does not compile. */
export interface Audited<T> {
  answer: T;
  receipt: AuditReceipt;
}

interface StaffChangeCall<E extends EndpointSpec> extends Parsed<E> {
  /** The transaction that everything is written in. */
  tx: Tx;
  /** The same as a database, for use cases that begin their own: theirs is part of it. */
  db: Database;
  staff: StaffCaller;
  /** Who does it, for the use case and the audit. */
  author: Author;
  context: RequestContext & { staff: StaffCaller };
}

export const authorOf = ({ staff, requestId, now }: RequestContext & { staff: StaffCaller }): Author => ({
  actor: { kind: 'staff', id: staff.id },
  name: staff.name,
  requestId,
  now,
});

type StaffWork<E extends StaffChange> = (call: StaffChangeCall<E>) => Promise<Result<Audited<Answer<E>>, RefusalOf<E>>>;

const boundChange = <E extends StaffChange>(takesKey: boolean, spec: E, db: Database, work: StaffWork<E>): Route => ({
  spec,
  // As in `route`: the parser of the same endpoint made `input`, and whoever calls was authenticated for it.
  handle: async (raw, anybody) => {
    const input = raw as Parsed<E>;
    const context = anybody as RequestContext & { staff: StaffCaller };
    const asked = takesKey ? keyOf(spec, input, context) : undefined;
    if (asked !== undefined && asked.key.length > idempotencyKeyMaxLength) return refuse(tooLongKey);
    return commitIfOk<unknown, Refusal>(db, async (tx) => {
      const known = asked === undefined ? ok(undefined) : await claimKey(tx, asked, context.now);
      if (!known.ok) return known;
      if (known.value !== undefined) return ok(known.value.given);
      const { staff } = context;
      const done = await work({ ...input, tx, db: databaseWithin(db, tx), staff, author: authorOf(context), context });
      if (!done.ok) return done;
      if (asked !== undefined) await keepAnswer(tx, asked, done.value.answer);
      return ok(done.value.answer);
    });
  },
});

/**
 * The same for what begins transactions of its own, as a check that counts what was wrong: its handler writes the row of the audit itself. It
 * knows no Idempotency-Key.
 */
export const recordedRoute = <E extends StaffChange>(
  spec: E,
  handle: (
    input: Parsed<E>,
    context: RequestContext & { staff: StaffCaller },
  ) => Promise<Result<Audited<Answer<E>>, RefusalOf<E>>>,
): Route => ({
  spec,
  handle: async (raw, context) => {
    const done = await handle(raw as Parsed<E>, context as RequestContext & { staff: StaffCaller });
    return done.ok ? ok(done.value.answer) : done;
  },
});

/**
 * Binds a change of the desk to its handler. All it writes is one transaction with its row in the audit; a refusal leaves nothing. With an
 * Idempotency-Key the same call is answered as before for a day, by the same transaction's own row (DEC-172): of two at once one does it.
 */
export const changeRoute = <E extends StaffChange>(spec: E, db: Database, work: StaffWork<E>): Route =>
  boundChange(true, spec, db, work);

/** As `changeRoute`, of what is shown once and kept by nobody, as a DPI: its answer is not kept, and each repeat has its row in the audit. */
export const repeatableRoute = <E extends StaffChange>(spec: E, db: Database, work: StaffWork<E>): Route =>
  boundChange(false, spec, db, work);

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
  { staff, idempotencyKey: key }: RequestContext & { staff: StaffCaller },
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
  { request_hash: string; answer: { given: unknown } | null },
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
): Promise<Result<{ given: unknown } | undefined, Refusal>> {
  const [row] = await claim(tx, [scope, key, hash, now]);
  if (row === undefined) throw new Error('a claimed key was not answered');
  return row.request_hash === hash ? ok(row.answer ?? undefined) : refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
}

const keepAnswer = async (tx: Tx, { scope, key }: AskedKey, given: unknown): Promise<void> => {
  await keep(tx, [scope, key, JSON.stringify({ given })]);
};

/** Whether somebody who is limited to stores may see what belongs to this one; null: it belongs to none. */
export const maySeeStore = ({ stores }: Pick<StaffCaller, 'stores'>, storeCode: string | null): boolean =>
  stores === null || (storeCode !== null && stores.includes(storeCode));
