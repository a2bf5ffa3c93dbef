import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { allEntities } from '@ceiba/contract/desk/entities/all';
import { importKinds, importPermissions } from '@ceiba/contract/desk/imports';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { type Permission, permissionLabels } from '@ceiba/domain/staff/permissions';
import { expect, test } from 'vitest';

const calls = Object.values<EndpointSpec>(deskEndpoints).filter(
  (spec): spec is StaffEndpointSpec => spec.auth === 'staff',
);

/** Changes that a permission opens whose name does not say so, each with the reason why that is meant. */
const widerThanTheirName: Readonly<Partial<Record<string, string>>> = {
  addOrderNote:
    'who works on an order tells colleagues; it changes nothing of the order, and its mails are capped by day',
  removeOrderNote: 'takes back what they wrote themselves',
  endStaffSession: 'of their own session',
  endOwnSession: 'of their own session',
  confirmStaffSession: 'of their own session',
};

test('a permission to read opens no call that changes something', () => {
  const isReading = (permission: StaffEndpointSpec['permission']): boolean =>
    [permission].flat().some((each) => each === 'signedIn' || each.endsWith('.read'));
  const found = calls.filter(({ method, permission }) => method !== 'GET' && isReading(permission));
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(widerThanTheirName).toSorted());
});

/** The area that a slice's changes belong to: the first part of the permissions that open them. */
const areas: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(allEntities.map(({ slice, permissions: { edit } }) => [slice, [edit.split('.')[0] ?? '']])),
  accounts: ['customers'],
  couriers: ['shipments', 'settings'],
  'door-cash': ['cash'],
  imports: ['imports'],
  jobs: ['ops'],
  orders: ['orders'],
  refunds: ['orders', 'refunds'],
  returns: ['returns'],
  // What comes back undelivered is decided by who cancels or changes orders.
  shipments: ['shipments', 'returns', 'stock', 'orders'],
  staff: ['staff'],
  tills: ['tills', 'orders', 'cash', 'settings'],
};

test.each(Object.keys(areas))('changes of %s take permissions of its own area', (slice) => {
  const changes = calls.filter(
    (spec) => spec.slice === slice && spec.method !== 'GET' && !Object.hasOwn(widerThanTheirName, spec.name),
  );
  const strange = changes.filter(({ permission }) =>
    [permission].flat().some((each) => !areas[slice]?.includes(each.split('.')[0] ?? '')),
  );
  expect(strange.map(({ name, permission }) => [name, permission])).toEqual([]);
});

test('every change of the desk belongs to a slice whose area is named', () => {
  const slices = new Set(calls.filter(({ method }) => method !== 'GET').map(({ slice }) => slice));
  expect([...slices].filter((slice) => !Object.hasOwn(areas, slice))).toEqual([]);
});

test.each(Object.keys(importKinds))('%s are imported by whoever may change them otherwise', (kind) => {
  const needed: readonly Permission[] = Object.entries(importPermissions).find(([name]) => name === kind)?.[1] ?? [];
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.every((permission) => permission in permissionLabels && permission !== 'imports.run')).toBe(true);
});
