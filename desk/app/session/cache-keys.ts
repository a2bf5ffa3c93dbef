import type { deskCallTable } from '@ceiba/contract/desk/call-table';
import type { DeskCall } from '@ceiba/contract/desk/endpoints';

/** The resource of a list: `orders` for `/v1/admin/orders`. */
export type DeskList = {
  [N in DeskCall]: `${N}` extends `export${string}`
    ? (typeof deskCallTable)[N] extends `/v1/admin/${infer Resource}/export`
      ? Resource
      : never
    : never;
}[DeskCall];

/** Cache keys of the desk, from the largest group of answers to the smallest. A misspelt name does not compile. */
export const allDeskKeys = ['desk'] as const;
export const callKey = (name: DeskCall) => [...allDeskKeys, name] as const;
export const listKey = (resource: DeskList) => [...allDeskKeys, resource] as const;
export const historyKey = (entity: string, entityId: string) => [...callKey('getHistory'), entity, entityId] as const;
