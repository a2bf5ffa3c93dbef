import { defaultFlags, isFlagName } from '@ceiba/domain/flags/flags';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

export const flagNames = Object.keys(defaultFlags).filter(isFlagName);

const flag = z.object({
  name: z.enum(flagNames),
  isOn: z.boolean(),
  /** The flag's value in a new shop. */
  standard: z.boolean(),
  /** Null if the flag was never set. */
  changedAt: dateTime.nullable(),
  /** 0 if the flag was never set. */
  version: z.int().min(0),
});

const shared = { slice: 'flags', auth: 'staff', permission: 'flags.edit' } as const;

export const listDeskFlags = endpoint({
  ...shared,
  name: 'listDeskFlags',
  limit: 'staffRead',
  touches: 'nothing',
  method: 'GET',
  path: '/v1/admin/flags',
  summary: 'Lists the flags of the shop with their standard values (DEC-158, PROD-16)',
  answers: { 200: enveloped(z.array(flag)) },
  errors: [],
});

export const changeFlag = endpoint({
  ...shared,
  name: 'changeFlag',
  limit: 'staffWrite',
  touches: 'shop',
  method: 'PATCH',
  path: '/v1/admin/flags/{name}',
  summary: 'Switches a flag on or off. Pages and calls of every node apply the change immediately (DEC-158, PROD-16)',
  idempotent: true,
  params: z.strictObject({ name: z.enum(flagNames) }),
  body: z.strictObject({ version: z.int().min(0), isOn: z.boolean() }),
  answers: { 200: enveloped(flag) },
  errors: ['VERSION_CONFLICT'],
});
