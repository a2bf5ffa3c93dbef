import { confirmStaffSession } from '@ceiba/contract/desk/staff';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { expect, expectTypeOf, test } from 'vitest';
import type { Change } from '../audit/record-change.ts';
import type { route } from './route.ts';
import type { changeRoute, preparedRoute } from './staff-route.ts';

// The compiler checks the types of this file. The tests only run the assertions on values.

test('a staff call without a permission does not compile', () => {
  expectTypeOf<StaffEndpointSpec>().toExtend<EndpointSpec>();
  expectTypeOf<Omit<StaffEndpointSpec, 'permission'>>().not.toExtend<EndpointSpec>();
  expect(confirmStaffSession.permission).toBe('signedIn');
});

test('a staff call that does not declare what data it changes does not compile', () => {
  expectTypeOf<Omit<StaffEndpointSpec, 'touches'>>().not.toExtend<EndpointSpec>();
  expect(confirmStaffSession.touches).toBe('nothing');
});

type Done<Handler extends (...call: never) => Promise<{ ok: boolean }>> = Extract<
  Awaited<ReturnType<Handler>>,
  { ok: true; value: unknown }
>['value'];

test('a staff change that declares no audit entry does not compile', () => {
  type Call = typeof confirmStaffSession;
  type Handled = Done<Parameters<typeof changeRoute<Call>>[2]>;
  expectTypeOf<Handled['change']>().toEqualTypeOf<Change | null>();
  expectTypeOf<Omit<Handled, 'change'>>().not.toExtend<Handled>();
  expectTypeOf<Omit<Handled, 'change'> & { change?: Change }>().not.toExtend<Handled>();
  expectTypeOf<Omit<Change, 'entityId'>>().not.toExtend<Handled['change']>();
  expectTypeOf<Done<Parameters<typeof preparedRoute<Call, null>>[3]>>().toEqualTypeOf<Handled>();
  // `route` cannot bind a change by staff.
  expectTypeOf<Parameters<typeof route<Call>>[0]>().toBeNever();
});
