import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

/** The state of the shop and of the services it uses (OPS-04): the findings of `ceiba doctor` in Spanish, renewed every half minute at most. */
export const getStatus = endpoint({
  name: 'getStatus',
  slice: 'doctor',
  method: 'GET',
  path: '/v1/admin/status',
  summary: 'Reports the state of database, bank, mail, files, workers, guard and backups, each with its next step',
  auth: 'staff',
  permission: 'ops.read',
  touches: 'nothing',
  limit: 'staffRead',
  answers: {
    200: enveloped(
      z.object({
        lookedAt: dateTime,
        /** `sound`; `look`: the shop works, but a person should know; `broken`: a person must repair it. */
        parts: z.array(
          z.object({
            /** The name of the finding. */
            code: z.string(),
            state: z.enum(['sound', 'look', 'broken']),
            /** Since when it has been so, as far as it was checked; null if that could not be stored. */
            since: dateTime.nullable(),
            about: z.string(),
            text: z.string(),
            /** The next step for a person; null = nothing to do. */
            next: z.string().nullable(),
          }),
        ),
        /** When the guard last ran, and the rules that it found broken. */
        guard: z.object({
          checkedAt: dateTime.nullable(),
          broken: z.array(z.object({ rule: z.string(), rows: z.int() })),
        }),
        /** When the last backup, and the last restore drill, succeeded. */
        lastBackupAt: dateTime.nullable(),
        lastDrillAt: dateTime.nullable(),
        /** Seconds that the longest due job has waited. */
        queueSeconds: z.int(),
        /** Running processes, each with its version; `all` = web and worker in one. */
        nodes: z.array(
          z.object({
            name: z.string(),
            role: z.enum(['all', 'web', 'worker']),
            version: z.string(),
            startedAt: dateTime,
            seenAt: dateTime,
          }),
        ),
      }),
    ),
  },
  errors: [],
});
