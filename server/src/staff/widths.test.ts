import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { allEntities } from '@ceiba/contract/desk/entities/all';
import { importKinds, importPermissions } from '@ceiba/contract/desk/import-kinds';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { type Permission, permissionLabels } from '@ceiba/domain/staff/permissions';
import { expect, test } from 'vitest';

const calls = Object.values<EndpointSpec>(deskEndpoints).filter(
  (spec): spec is StaffEndpointSpec => spec.auth === 'staff',
);

/** Changes with an unexpected permission, each with the reason. */
const widerThanTheirName: Readonly<Partial<Record<string, string>>> = {
  addOrderNote:
    'who works on an order tells colleagues; it changes nothing of the order, and its mails are capped by day',
  removeOrderNote: 'takes back what they wrote themselves',
  createView: 'their own view of a list; sharing one needs `views.share`',
  changeView: 'their own view or pin; a shared one needs `views.share`',
  removeView: 'their own view; a shared one of others needs `views.share`',
  readNotices: 'their own reading',
  endStaffSession: 'of their own session',
  endOwnSession: 'of their own session',
  confirmStaffSession: 'of their own session',
  confirmByPasskey: 'of their own session',
  startPasskeyConfirmation: 'of their own session',
  startOwnPasskey: 'their own passkey, after a fresh code',
  addOwnPasskey: 'their own passkey, after a fresh code',
  removeOwnPasskey: 'their own passkey, after a fresh code',
};

test('a permission to read allows no call that changes data', () => {
  const isReading = (permission: StaffEndpointSpec['permission']): boolean =>
    [permission].flat().some((each) => each === 'signedIn' || each.endsWith('.read'));
  const found = calls.filter(({ method, permission }) => method !== 'GET' && isReading(permission));
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(widerThanTheirName).toSorted());
});

const areaOf = (permission: string): string => permission.split('.')[0] ?? '';

/** The areas of changes, written by hand. */
const handAreas: Readonly<Record<string, readonly string[]>> = {
  // The list of employees decides who pays their price.
  accounts: ['customers', 'staff'],
  // People who scan record codes without a product.
  catalog: ['shipments', 'returns'],
  couriers: ['shipments'],
  'door-cash': ['cash'],
  identity: ['settings'],
  imports: ['imports'],
  jobs: ['ops'],
  flags: ['flags'],
  orders: ['orders'],
  // Operators wait for the points programs.
  points: ['ops'],
  'price-plans': ['prices'],
  // A cell of the grid needs the permission of its own field.
  'product-grid': ['catalog', 'stock'],
  products: ['catalog'],
  purchases: ['purchases'],
  refunds: ['orders', 'refunds'],
  returns: ['returns'],
  // People who cancel or change orders decide about undelivered shipments.
  shipments: ['shipments', 'returns', 'stock', 'orders'],
  staff: ['staff'],
  // People who edit products also decide when their stock is low.
  stock: ['stock', 'catalog'],
  'stock-counts': ['stock'],
  'supplier-notes': ['stock'],
  tills: ['tills', 'orders', 'cash', 'settings'],
  // People who prepare a shipment ask for its units in another store.
  transfers: ['stock', 'shipments'],
  views: [],
  notices: [],
};

/** The areas of a slice's changes: the first part of the required permissions. A slice may have several entities. */
const areas: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...Object.keys(handAreas), ...allEntities.map(({ slice }) => slice)].map((slice) => {
    const declared = allEntities.filter((entity) => entity.slice === slice);
    return [slice, [...(handAreas[slice] ?? []), ...declared.map(({ permissions: { edit } }) => areaOf(edit))]];
  }),
);

test.each(Object.keys(areas))('changes of %s need permissions of their own area', (slice) => {
  const changes = calls.filter(
    (spec) => spec.slice === slice && spec.method !== 'GET' && !Object.hasOwn(widerThanTheirName, spec.name),
  );
  const strange = changes.filter(({ permission }) =>
    [permission].flat().some((each) => !areas[slice]?.includes(areaOf(each))),
  );
  expect(strange.map(({ name, permission }) => [name, permission])).toEqual([]);
});

test('every change of the desk belongs to a slice with a listed area', () => {
  const slices = new Set(calls.filter(({ method }) => method !== 'GET').map(({ slice }) => slice));
  expect([...slices].filter((slice) => !Object.hasOwn(areas, slice))).toEqual([]);
});

test.each(Object.keys(importKinds))('importing %s needs the permission to change them', (kind) => {
  const needed: readonly Permission[] = Object.entries(importPermissions).find(([name]) => name === kind)?.[1] ?? [];
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.every((permission) => permission in permissionLabels && permission !== 'imports.run')).toBe(true);
});
