import { confirmStaffSession } from '@ceiba/contract/desk/staff';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { expect, expectTypeOf, test } from 'vitest';
import type { Change } from '../audit/record-change.ts';
import type { route } from './route.ts';
import type { changeRoute, preparedRoute, repeatableRoute } from './staff-route.ts';

// What the types refuse is refused by the compiler, which reads this file as all others; the tests themselves only run what is left.

test('a call of staff without a permission is no call', () => {
  expectTypeOf<StaffEndpointSpec>().toExtend<EndpointSpec>();
  expectTypeOf<Omit<StaffEndpointSpec, 'permission'>>().not.toExtend<EndpointSpec>();
  expect(confirmStaffSession.permission).toBe('signedIn');
});

test('a call of staff that does not say what it touches is no call', () => {
  expectTypeOf<Omit<StaffEndpointSpec, 'touches'>>().not.toExtend<EndpointSpec>();
  expect(confirmStaffSession.touches).toBe('nothing');
});

type Done<Handler extends (...call: never) => Promise<{ ok: boolean }>> = Extract<
  Awaited<ReturnType<Handler>>,
  { ok: true; value: unknown }
>['value'];

test('a change of staff that does not say what goes into the audit does not compile', () => {
  type Call = typeof confirmStaffSession;
  type Handled = Done<Parameters<typeof changeRoute<Call>>[2]>;
  expectTypeOf<Handled['change']>().toEqualTypeOf<Change | null>();
  expectTypeOf<Omit<Handled, 'change'>>().not.toExtend<Handled>();
  expectTypeOf<Omit<Handled, 'change'> & { change?: Change }>().not.toExtend<Handled>();
  expectTypeOf<Omit<Change, 'entityId'>>().not.toExtend<Handled['change']>();
  expectTypeOf<Done<Parameters<typeof repeatableRoute<Call>>[2]>>().toEqualTypeOf<Handled>();
  expectTypeOf<Done<Parameters<typeof preparedRoute<Call, null>>[3]>>().toEqualTypeOf<Handled>();
  // No other way binds a change of staff.
  expectTypeOf<Parameters<typeof route<Call>>[0]>().toBeNever();
});
