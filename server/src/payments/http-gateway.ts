import { createHash } from 'node:crypto';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { type PayErrorCode, payErrorCodes } from '@ceiba/domain/payments/payment-errors';
import { z } from 'zod';
import { callOutside, createCircuitBreaker, type OutboundAnswer } from '../platform/limits/outbound-call.ts';
import type {
  BankLedger,
  CardVault,
  ChargeOutcome,
  ChargeRequest,
  KnownCharge,
  PaymentGateway,
  RefundOutcome,
} from './gateway.ts';

interface HttpGatewayOptions {
  /** Origin of the gateway, without a trailing slash. */
  url: string;
  merchantKey: string;
  /** Time-out of a charge. Look-ups and voids take at most 5 s of this time. */
  timeoutMs: number;
}

const lookUpTimeoutMs = 5_000;

const approvedView = z.object({
  status: z.literal('approved'),
  id: z.string(),
  authorization: z.string(),
  amountCentavos: z.int(),
});
const refusedView = z.object({ status: z.literal('refused'), code: z.string() });
const voidedView = z.object({ status: z.enum(['voided', 'reversed']) });
const knownView = z.discriminatedUnion('status', [approvedView, refusedView, voidedView]);
const errorView = z.object({ code: z.string() });

const isPayErrorCode = (code: string): code is PayErrorCode => payErrorCodes.some((known) => known === code);

/** A refusal with an unknown code counts as a declined card (DEC-132). */
const refusalOf = (code: string): { kind: 'refused'; code: PayErrorCode } => ({
  kind: 'refused',
  code: isPayErrorCode(code) ? code : 'PAY_DECLINED',
});

const notCharged: ChargeOutcome = { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };

const chargeOutcome = (answer: OutboundAnswer, requestedAmount: Centavos): ChargeOutcome => {
  // The request was not sent, so nothing was charged.
  if (answer.kind === 'unsent') return notCharged;
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const known = knownView.safeParse(answer.json);
  if (known.success) {
    if (known.data.status !== 'approved') return refusedOrNotCharged(known.data);
    // A charge with another amount pays nothing. The reconciler clears it by its key.
    return known.data.amountCentavos === requestedAmount
      ? approval(known.data)
      : { kind: 'unknown', reason: 'another amount' };
  }
  const named = errorView.safeParse(answer.json);
  // Here the gateway reports that it did not charge. After a bare 5xx, as proxies send it, the card may have been charged.
  if (named.success && (answer.status < 500 || named.data.code === 'PAY_PROCESSOR_ERROR')) return notCharged;
  return { kind: 'unknown', reason: `status ${answer.status}` };
};

const approval = (view: z.infer<typeof approvedView>) => ({
  kind: 'approved' as const,
  gatewayId: view.id,
  authorization: view.authorization,
});

const refusedOrNotCharged = (view: z.infer<typeof refusedView> | z.infer<typeof voidedView>): ChargeOutcome =>
  view.status === 'refused' ? refusalOf(view.code) : notCharged;

/** Translates the answer to a look-up. A charge with another amount pays nothing. `voidByKey` clears it. */
const knownCharge = (answer: OutboundAnswer, requestedAmount: Centavos): KnownCharge => {
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const known = knownView.safeParse(answer.json);
  if (known.success) {
    if (known.data.status === 'approved') {
      return known.data.amountCentavos === requestedAmount ? approval(known.data) : { kind: 'leftover' };
    }
    return known.data.status === 'refused' ? refusalOf(known.data.code) : { kind: 'void' };
  }
  const named = errorView.safeParse(answer.json);
  if (answer.status === 404 && named.success && named.data.code === 'CHARGE_NOT_FOUND') return { kind: 'none' };
  return { kind: 'unknown', reason: `status ${answer.status}` };
};

/** Codes by which the bank refuses a refund permanently. */
const finalRefusals: readonly string[] = ['CHARGE_NOT_REFUNDABLE', 'REFUND_EXCEEDS_CAPTURED'];

const refundOutcome = (answer: OutboundAnswer): RefundOutcome => {
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const refund = z.object({ id: z.string() }).safeParse(answer.json);
  if (answer.status < 300 && refund.success) return { kind: 'refunded', refundId: refund.data.id };
  const named = errorView.safeParse(answer.json);
  // After any other code, the bank may or may not have returned the money. Examples: a revoked key, too many calls, a charge
  // unknown after a backup. If a till paid it out now, the buyer might get it twice.
  if (named.success && finalRefusals.includes(named.data.code)) return { kind: 'refused', code: named.data.code };
  return { kind: 'unknown', reason: `status ${answer.status}` };
};

const chargeBody = ({ key, amount, plan, description, card }: ChargeRequest) => ({
  key,
  amountCentavos: amount,
  currency: 'GTQ',
  plan,
  description,
  ...('token' in card ? card : { card }),
});

/** Returns the account's name, which contains a hash of the key, because the key itself is a secret. */
export const sandboxAccount = (merchantKey: string): string =>
  `bank/${createHash('sha256').update(merchantKey).digest('hex').slice(0, 12)}`;

/**
 * The gateway over HTTP, in the sandbox bank's protocol. If the bank does not answer, a breaker refuses further charges, so that shoppers
 * do not wait. The breaker counts only charges, so that the reconciler can always send its calls.
 */
export const createHttpGateway = ({ url, merchantKey, timeoutMs }: HttpGatewayOptions): PaymentGateway => {
  const breaker = createCircuitBreaker({ service: 'bank', failures: 8, restMs: 10_000 });
  const headers = { authorization: `Bearer ${merchantKey}` };
  const post = (path: string, body: unknown, limitMs: number): Promise<OutboundAnswer> =>
    callOutside({ service: 'bank', method: 'POST', url: `${url}${path}`, headers, body, timeoutMs: limitMs });
  return {
    account: sandboxAccount(merchantKey),
    charge: async (request) => {
      if (!breaker.mayCall()) return notCharged;
      const answer = await post('/charges', chargeBody(request), timeoutMs);
      if (answer.kind === 'answered') breaker.succeeded();
      else breaker.failed();
      return chargeOutcome(answer, request.amount);
    },
    findByKey: async ({ key, amount }) =>
      knownCharge(
        await callOutside({
          service: 'bank',
          method: 'GET',
          url: `${url}/charges/by-key/${key}`,
          headers,
          timeoutMs: Math.min(timeoutMs, lookUpTimeoutMs),
        }),
        amount,
      ),
    voidByKey: async ({ key, amount }) =>
      knownCharge(await post(`/charges/by-key/${key}/void`, {}, Math.min(timeoutMs, lookUpTimeoutMs)), amount),
    refund: async ({ gatewayId }, { key, amount }) =>
      refundOutcome(await post(`/charges/${gatewayId}/refunds`, { key, amountCentavos: amount }, timeoutMs)),
  };
};

const charge = z.object({
  key: z.string(),
  status: z.string(),
  capturedCentavos: z.int(),
  outstandingCentavos: z.int(),
  createdAt: z.iso.datetime(),
});
const page = z.object({ charges: z.array(charge), next: z.string().nullable() });

const pageSize = 500;

/** The sandbox bank's list of charges. No shopper waits for the list. Reading may take long, and a failed run is repeated by the next. */
export const createHttpBankLedger = (bank: { url: string; merchantKey: string; timeoutMs?: number }): BankLedger => ({
  account: sandboxAccount(bank.merchantKey),
  settlingMs: 5 * 60_000,
  reachMs: Number.POSITIVE_INFINITY,
  listCharges: async (since, after) => {
    const query = new URLSearchParams({ since: since.toISOString(), limit: String(pageSize), after: after ?? '0' });
    const answer = await callOutside({
      service: 'bank',
      method: 'GET',
      url: `${bank.url}/charges?${query}`,
      headers: { authorization: `Bearer ${bank.merchantKey}` },
      timeoutMs: bank.timeoutMs ?? 10_000,
    });
    const read = answer.kind === 'answered' && answer.status === 200 ? page.safeParse(answer.json) : undefined;
    if (read?.success !== true) return 'unknown';
    const approved = read.data.charges
      .filter(({ status }) => status === 'approved')
      .map((known) => ({
        key: known.key,
        amount: centavos(known.capturedCentavos),
        outstanding: centavos(known.outstandingCentavos),
        createdAt: new Date(known.createdAt),
      }));
    return { approved, next: read.data.next };
  },
});

const savedView = z.object({ token: z.string() });
const refusalView = z.object({ code: z.literal('INVALID_CARD') });

/** The sandbox bank's vault. Saving with a known key returns the first answer again. `timeoutMs`: for each call. */
export const createHttpCardVault = (bank: { url: string; merchantKey: string; timeoutMs: number }): CardVault => {
  const { url, timeoutMs } = bank;
  const headers = { authorization: `Bearer ${bank.merchantKey}` };
  return {
    account: sandboxAccount(bank.merchantKey),
    save: async (key, card) => {
      const answer = await callOutside({
        service: 'bank',
        method: 'POST',
        url: `${url}/tokens`,
        headers,
        body: { key, card: { number: card.number, expiry: card.expiry, holder: card.holder } },
        timeoutMs,
      });
      if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
      const saved = savedView.safeParse(answer.json);
      if (answer.status < 300 && saved.success) return { kind: 'saved', token: saved.data.token };
      return refusalView.safeParse(answer.json).success
        ? { kind: 'refused', code: 'PAY_INVALID_CARD' }
        : { kind: 'unknown', reason: `status ${answer.status}` };
    },
    remove: async (token) => {
      const path = `/tokens/${encodeURIComponent(token)}`;
      const answer = await callOutside({ service: 'bank', method: 'DELETE', url: `${url}${path}`, headers, timeoutMs });
      return answer.kind === 'answered' && [204, 404].includes(answer.status) ? 'removed' : 'unknown';
    },
  };
};
