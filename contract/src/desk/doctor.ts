import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

/** How the shop and what it stands on are (OPS-04): what `ceiba doctor` finds, looked at anew each half minute at most. */
export const getStatus = endpoint({
  name: 'getStatus',
  slice: 'doctor',
  method: 'GET',
  path: '/v1/admin/status',
  summary: 'Database, bank, mail, files, workers, guard and copies: their state and the next step',
  auth: 'staff',
  permission: 'ops.read',
  limit: 'staffRead',
  answers: {
    200: enveloped(
      z.object({
        lookedAt: dateTime,
        /** `sound`; `look`: the shop goes on, and somebody should know; `broken`: it must not go on like this. */
        parts: z.array(z.object({ about: z.string(), state: z.enum(['sound', 'look', 'broken']), text: z.string() })),
        /** When the guard looked last, and the rules that it found broken. */
        guard: z.object({
          checkedAt: dateTime.nullable(),
          broken: z.array(z.object({ rule: z.string(), rows: z.int() })),
        }),
        /** When the last copy, and the last try of one, went well. */
        lastBackupAt: dateTime.nullable(),
        lastDrillAt: dateTime.nullable(),
        /** Seconds for which the job that is due longest has waited. */
        queueSeconds: z.int(),
        workers: z.array(z.object({ name: z.string(), seenAt: dateTime })),
      }),
    ),
  },
  errors: [],
});
