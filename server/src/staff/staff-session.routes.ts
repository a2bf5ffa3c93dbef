import {
  acceptInvitation,
  confirmStaffSession,
  endOwnSession,
  endStaffSession,
  enrolSecondFactor,
  getStaffSession,
  listOwnSessions,
  type OwnSession,
  startStaffSession,
  verifySecondFactor,
} from '@ceiba/contract/desk/staff';
import * as passkeyCalls from '@ceiba/contract/desk/staff-passkeys';
import { passkeyLimit } from '@ceiba/domain/passkeys/passkey';
import type { ShopOffers } from '@ceiba/domain/policies/shop-offers';
import { ok, refuse } from '@ceiba/domain/result';
import { staffRules } from '@ceiba/domain/staff/sign-in';
import { deviceCookieHeader, deviceOf } from '../auth/browser-cookies.ts';
import { creationOptions, passkeySiteOf, requestOptions, toDescriptor } from '../passkeys/passkey-signatures.ts';
import { staffCookieOf } from '../platform/http/caller.ts';
import { type RequestContext, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import type { Config } from '../platform/operations/config.ts';
import {
  accept,
  confirmCode,
  deviceOwner,
  type EnteredDesk,
  enrol,
  type SignInDeps,
  staffDevice,
  startSession,
  verifyCode,
} from './sign-in.ts';
import { listStaffPasskeys, type StaffPasskey } from './staff-passkeys.store.ts';
import {
  addStaffPasskey,
  confirmWithPasskey,
  issueStaffChallenge,
  logInByPasskey,
  removeStaffPasskey,
} from './staff-passkeys.ts';
import { endStaffSession as deleteSession, findStaffSession, listStaffSessions } from './staff-sessions.store.ts';

export interface StaffRoutesDeps extends SignInDeps {
  publicUrl: string;
  config: Pick<Config, 'publicUrl' | 'allowedOrigins'>;
}

const toSession = (staff: StaffCaller, policy: ShopOffers): OwnSession => ({
  user: { id: staff.id, name: staff.name, email: staff.email, role: staff.role },
  permissions: [...staff.permissions],
  stores: staff.stores === null ? null : [...staff.stores],
  sessionExpiresAt: staff.sessionExpiresAt.toISOString(),
  offers: { points: policy.acceptsPoints || policy.earnsPoints, installments: policy.installmentPlans.length > 0 },
});

const asked = ({ client, requestId, now }: RequestContext) => ({ client, requestId, now });

/** Sends the browser the cookies of a new session, and returns who is signed in. Undefined if the session has already ended. */
const enterDesk =
  ({ db, publicUrl, sessions }: StaffRoutesDeps) =>
  async (context: RequestContext, { staffId, token, recoveryCodes }: EnteredDesk) => {
    const staff = await findStaffSession(db.write)(token, context.now);
    if (staff === undefined) return undefined;
    context.setHeader('set-cookie', staffCookieOf(publicUrl).keep(token, staffRules.sessionMs / 1_000));
    const secret = await sessions.secret();
    const owner = deviceOwner(staffId);
    const known = deviceOf(context.cookie(staffDevice.name), owner, secret);
    context.setHeader('set-cookie', deviceCookieHeader(owner, secret, known, staffDevice));
    return {
      status: 200 as const,
      data: { ...toSession(staff, context.policy), ...(recoveryCodes && { recoveryCodes }) },
    };
  };

/** Routes for signing in and out, and for the person's own sessions. */
export const sessionRoutes = (deps: StaffRoutesDeps): Route[] => {
  const { db, publicUrl } = deps;
  const cookie = staffCookieOf(publicUrl);
  const enter = enterDesk(deps);
  return [
    ...passkeyRoutes(deps),
    route(startStaffSession, async ({ body }, context) => {
      const started = await startSession(deps, {
        ...body,
        device: context.cookie(staffDevice.name),
        ...asked(context),
      });
      return started.ok ? ok({ status: 200, data: started.value }) : started;
    }),
    route(enrolSecondFactor, async ({ body: { challenge } }, { now, policy }) => {
      const enrolled = await enrol(deps, { challenge, issuer: policy.shopName, now });
      return enrolled.ok ? ok({ status: 200, data: enrolled.value }) : enrolled;
    }),
    route(verifySecondFactor, async ({ body }, context) => {
      const entered = await verifyCode(deps, { ...body, device: context.device, ...asked(context) });
      if (!entered.ok) return entered;
      const session = await enter(context, entered.value);
      return session === undefined ? refuse({ code: 'SECOND_FACTOR_INVALID' }) : ok(session);
    }),
    route(acceptInvitation, async ({ body }, context) => {
      const accepted = await accept(deps, { ...body, ...asked(context) });
      return accepted.ok ? ok({ status: 200, data: accepted.value }) : accepted;
    }),
    route(getStaffSession, async (_, { staff, policy }) => ok({ status: 200, data: toSession(staff, policy) })),
    changeRoute(endStaffSession, db, async ({ tx, staff, context }) => {
      await deleteSession(tx, staff.id, staff.sessionId);
      context.setHeader('set-cookie', cookie.forget);
      const change = { entity: 'session', entityId: staff.id };
      return ok({ answer: null, change });
    }),
    // The wrong code of a refused call must be counted. Therefore this step runs before the transaction.
    preparedRoute(
      confirmStaffSession,
      db,
      ({ body: { code } }, { staff, now }) => confirmCode(deps, { staff, code, now }),
      async ({ staff, context: { policy } }) => {
        const change = { entity: 'session', entityId: staff.id };
        return ok({ answer: { status: 200, data: toSession(staff, policy) }, change });
      },
    ),
    route(listOwnSessions, async (_, { staff, now }) => {
      const sessions = await listStaffSessions(db.write, staff.id, now);
      const data = sessions.map(({ id, device, createdAt, usedAt }) => ({
        id,
        device,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt.toISOString(),
        isCurrent: id === staff.sessionId,
      }));
      return ok({ status: 200, data });
    }),
    changeRoute(endOwnSession, db, async ({ tx, staff, params: { id } }) => {
      if (!(await deleteSession(tx, staff.id, id))) return refuse({ code: 'NOT_FOUND' });
      const change = { entity: 'session', entityId: id };
      return ok({ answer: null, change });
    }),
  ];
};

const toPasskey = ({ id, name, createdAt, lastUsedAt }: StaffPasskey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Routes of passkeys (OFF-26): sign-in, confirmation, and the list of the person's passkeys. */
function passkeyRoutes(deps: StaffRoutesDeps): Route[] {
  const { db, publicUrl } = deps;
  const site = passkeySiteOf(deps.config);
  const enter = enterDesk(deps);
  return [
    route(passkeyCalls.startStaffPasskeyLogin, async (_, { now }) => {
      const challenge = await issueStaffChallenge(db.write, { purpose: 'signIn', staffId: null }, now);
      return ok({ status: 200, data: requestOptions(site, challenge) });
    }),
    route(passkeyCalls.loginStaffByPasskey, async ({ body }, context) => {
      const entered = await logInByPasskey({ db, site }, body, { device: context.device, ...asked(context) });
      if (!entered.ok) return entered;
      const session = await enter(context, entered.value);
      return session === undefined ? refuse({ code: 'PASSKEY_INVALID' }) : ok(session);
    }),
    route(passkeyCalls.listOwnPasskeys, async (_, { staff }) =>
      ok({ status: 200, data: (await listStaffPasskeys(db.write, staff.id)).map(toPasskey) }),
    ),
    changeRoute(
      passkeyCalls.startOwnPasskey,
      db,
      async ({ tx, staff, context: { policy, now } }) => {
        const passkeys = await listStaffPasskeys(tx, staff.id);
        if (passkeys.length >= passkeyLimit) return refuse({ code: 'PASSKEY_LIMIT' });
        const challenge = await issueStaffChallenge(tx, { purpose: 'add', staffId: staff.id }, now);
        const data = creationOptions(site, { challenge, shopName: policy.shopName, user: staff, known: passkeys });
        return ok({ answer: { status: 200, data }, change: null });
      },
      { storesAnswer: false },
    ),
    changeRoute(passkeyCalls.addOwnPasskey, db, async ({ tx, body, staff, context: { policy, now } }) => {
      const added = await addStaffPasskey(tx, site, body, { staff, now, shop: { publicUrl, policy } });
      if (!added.ok) return added;
      const change = { entity: 'staff', entityId: staff.id, after: { passkey: added.value.name } };
      return ok({ answer: { status: 201, data: toPasskey(added.value) }, change });
    }),
    changeRoute(passkeyCalls.removeOwnPasskey, db, async ({ tx, params: { id }, staff, context: { policy, now } }) => {
      const removed = await removeStaffPasskey(tx, id, { staff, now, shop: { publicUrl, policy } });
      if (!removed.ok) return removed;
      return ok({ answer: null, change: { entity: 'staff', entityId: staff.id, before: { passkey: removed.value } } });
    }),
    changeRoute(
      passkeyCalls.startPasskeyConfirmation,
      db,
      async ({ tx, staff, context: { now } }) => {
        const passkeys = await listStaffPasskeys(tx, staff.id);
        if (passkeys.length === 0) return refuse({ code: 'PASSKEY_NOT_FOUND' });
        const challenge = await issueStaffChallenge(tx, { purpose: 'confirm', staffId: staff.id }, now);
        const data = { ...requestOptions(site, challenge), allowCredentials: passkeys.map(toDescriptor) };
        return ok({ answer: { status: 200, data }, change: null });
      },
      { storesAnswer: false },
    ),
    // The challenge of a refused call must be used up. Therefore this step runs before the transaction.
    preparedRoute(
      passkeyCalls.confirmByPasskey,
      db,
      ({ body }, { staff, now }) => confirmWithPasskey({ db, site }, body, { staff, now }),
      async ({ staff, context: { policy } }) => {
        const change = { entity: 'session', entityId: staff.id };
        return ok({ answer: { status: 200, data: toSession(staff, policy) }, change });
      },
    ),
  ];
}
