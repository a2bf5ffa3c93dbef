import { backupOverdueMs, restoreTestOverdueMs } from '@ceiba/domain/backups/copy-age';
import { type Invariant, invariant, type Reach, stuckBefore } from './invariant.ts';

/** A job counts and uncounts sales each hour. */
const uncountedAfterMs = 3 * 3_600_000;

/** Mails of orders are written within seconds, and copies of purchases each minute. */
const waitingAfterMs = 3_600_000;

/** A message whose service is down is retried for days. */
const unsentAfterMs = 24 * 3_600_000;

/** Each minute a job sets the due times of shipments, and marks overdue shipments. */
const undatedAfterMs = 15 * 60_000;

/** Ended sessions of the desk are deleted each hour, one hour after their end. */
const endedAfterMs = 3 * 3_600_000;

/** Rules about rows that are left if a job does not run. */
export const jobInvariants: readonly Invariant[] = [
  invariant(
    'job-in-living-hands',
    'A worker that holds a job sent a heartbeat in the last five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    // A worker of an earlier version sends no heartbeats. It is allowed the time limit of its jobs.
    `select j.id from graphile_worker._private_jobs j left join job_workers w on w.worker = j.locked_by
     where j.locked_at < $1 and coalesce(w.seen_at, j.locked_at + interval '15 minutes') < $1`,
  ),
  invariant(
    'shipment-dated',
    'Each live shipment gets a due time within 15 minutes. A late shipment is marked within 15 minutes; otherwise the job `mark-late-shipments` does not run (WORK-04)',
    ({ now }: Reach) => [new Date(now.getTime() - undatedAfterMs)] as const,
    // A ready shipment may wait for units of a presale. Its time begins when they come.
    `select o.number || '-' || s.n as id from shipments s join orders o on o.id = s.order_id
     where s.late_since is null and s.received_at is null and s.state not in ('delivered', 'canceled')
       and (s.due_at < $1 or s.due_at is null and s.since < $1 and not (s.state = 'ready' and exists (
         select from stock_claims k join presale_units u using (product_id, store_code)
         where k.order_id = s.order_id and k.n = s.n and k.released_at is null and (u.quantity > 0 or u.arrived_at >= $1))))`,
  ),
  invariant(
    'staff-session-deleted',
    'A staff session is deleted within three hours after it ended; otherwise the job `forget-staff-sessions` does not run (OFF-05)',
    ({ now }: Reach) => [new Date(now.getTime() - endedAfterMs)] as const,
    'select id from staff_sessions where expires_at < $1',
  ),
  invariant(
    'order-told',
    'The mail about an order is written within one hour (DEC-12)',
    ({ now }: Reach) => [new Date(now.getTime() - waitingAfterMs)] as const,
    'select order_id as id from order_mail_outbox where since < $1',
  ),
  invariant(
    'purchase-recorded',
    'The copy of a purchase is written within one hour (ANA-02)',
    ({ now }: Reach) => [new Date(now.getTime() - waitingAfterMs)] as const,
    'select order_id as id from purchase_message_outbox where since < $1',
  ),
  invariant(
    'message-sent',
    'A message is accepted by the messaging service within one day (ANA-02)',
    ({ now }: Reach) => [new Date(now.getTime() - unsentAfterMs)] as const,
    'select id from analytics_messages where sent_at is null and last_error is not null and created_at < $1',
  ),
  invariant(
    'canceled-order-no-sale',
    'A canceled order is removed from the sales counts within three hours',
    ({ now }: Reach) => [new Date(now.getTime() - uncountedAfterMs)] as const,
    `select id from orders where is_counted and status = 'canceled' and updated_at < $1`,
  ),
  invariant(
    'backup-made',
    'If the shop makes backups, the last one succeeded within the last 26 hours (OPS-05)',
    ({ now }: Reach) => [new Date(now.getTime() - backupOverdueMs)] as const,
    `select max(copy) as id from backup_runs where kind = 'backup'
     having min(started_at) < $1 and not exists (select from backup_runs
       where kind in ('backup', 'restore') and error is null and ended_at >= $1)`,
  ),
  invariant(
    'backup-tried',
    'If the shop makes backups, one was restored or tested (`ceiba drill`) within the last 35 days (OPS-07)',
    ({ now }: Reach) => [new Date(now.getTime() - restoreTestOverdueMs)] as const,
    `select max(copy) as id from backup_runs where kind = 'backup' and error is null
     having min(ended_at) < $1 and not exists (select from backup_runs
       where kind in ('drill', 'restore') and error is null and ended_at >= $1)`,
  ),
];
