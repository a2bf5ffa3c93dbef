import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

/** The state of the shop and of its services (OPS-04): the findings of `ceiba doctor` in Spanish, updated every half minute at most. */
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
        /** `sound`: no fault. `look`: the shop works, but a person should check the part. `broken`: a person must repair the part. */
        parts: z.array(
          z.object({
            /** The name of the finding. */
            code: z.string(),
            state: z.enum(['sound', 'look', 'broken']),
            /**
             * Time since which the part has this state, as far as it was checked. Null if the time could not be stored.
             */
            since: dateTime.nullable(),
            about: z.string(),
            text: z.string(),
            /** The next step for a person. Null if there is nothing to do. */
            next: z.string().nullable(),
          }),
        ),
        /** The time of the guard's last run, and the rules that were violated. */
        guard: z.object({
          checkedAt: dateTime.nullable(),
          broken: z.array(z.object({ rule: z.string(), rows: z.int() })),
        }),
        /** The times of the last successful backup and the last successful restore drill. */
        lastBackupAt: dateTime.nullable(),
        lastDrillAt: dateTime.nullable(),
        /** Seconds that the longest due job has waited. */
        queueSeconds: z.int(),
        /** Running processes, each with its version. `all`: web and worker in one process. */
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
