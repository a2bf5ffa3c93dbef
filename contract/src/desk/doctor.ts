import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

/** How the shop and what it stands on are (OPS-04): what `ceiba doctor` finds, in Spanish, looked at anew each half minute at most. */
export const getStatus = endpoint({
  name: 'getStatus',
  slice: 'doctor',
  method: 'GET',
  path: '/v1/admin/status',
  summary: 'Database, bank, mail, files, workers, guard and copies: their state and the next step',
  auth: 'staff',
  permission: 'ops.read',
  touches: 'nothing',
  limit: 'staffRead',
  answers: {
    200: enveloped(
      z.object({
        lookedAt: dateTime,
        /** `sound`; `look`: the shop goes on, and somebody should know; `broken`: it must not go on like this. */
        parts: z.array(
          z.object({
            /** What is found, by name. */
            code: z.string(),
            state: z.enum(['sound', 'look', 'broken']),
            /** Since when it is so, as far as somebody looked; null where nothing could be kept. */
            since: dateTime.nullable(),
            about: z.string(),
            text: z.string(),
            /** What to do; null: nothing. */
            next: z.string().nullable(),
          }),
        ),
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
        /** Processes that run, and of which version each is; `all`: web and worker in one. */
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
