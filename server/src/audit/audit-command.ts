import { recordChange } from '../platform/audit/record-change.ts';
import { type Command, commandAuthor, databaseCommand } from '../platform/operations/command-line.ts';
import { pruneAudit } from './audit.store.ts';

/** Years until the audit's rows may be deleted (OFF-11). The table's trigger refuses fewer years. */
const keptYears = 5;

/** The start of the first year whose rows must stay. Older rows may be deleted. Guatemala is six hours behind UTC all year. */
const firstKept = (now: Date): Date =>
  new Date(Date.UTC(new Date(now.getTime() - 6 * 3_600_000).getUTCFullYear() - keptYears, 0, 1, 6));

export const auditCommands: readonly Command[] = [
  databaseCommand({
    usage: 'audit prune',
    // The chain of seals starts at the last pruned seal.
    changes: 'recorded',
    summary: 'deletes whole years of the audit that are older than five; the rest stays sealed',
    canDryRun: true,
    takes: {},
    run: async ({ db, now, actor, end }) => {
      const before = firstKept(now);
      const done = await db.transaction(async (tx) => {
        const pruned = await pruneAudit(tx, before);
        if (pruned.pruned === 0) return pruned;
        const change = {
          operation: 'audit prune',
          entity: 'audit',
          entityId: before.toISOString(),
          after: { ...pruned },
        };
        await recordChange(tx, commandAuthor(actor, now), change);
        return pruned;
      });
      return end(true, `${done.pruned} rows from before ${before.toISOString().slice(0, 10)} are gone.`);
    },
  }),
];
