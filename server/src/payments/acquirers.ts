import type { Config } from '../platform/operations/config.ts';
import { createCyberSourceCardVault, createCyberSourceGateway } from './cybersource/cybersource-gateway.ts';
import { createCyberSourceLedger, readCyberSourceAccess, testHostWarnings } from './cybersource/cybersource-ledger.ts';
import type { BankLedger, CardVault, PaymentGateway } from './gateway.ts';
import { createHttpBankLedger, createHttpCardVault, createHttpGateway } from './http-gateway.ts';

export type AcquirerSettings = Pick<Config, 'acquirer' | 'bank' | 'bankTimeoutMs' | 'isDemo'>;

/** Who charges the shop's cards, by its settings. */
export interface Acquirer {
  /** Where it is reached, and the variable that says so. */
  address: { variable: string; url: string };
  /** The shop's own secret with it, which tells cards apart here, too (`save-card.ts`). */
  secret: string;
  /** What an operator has to know at every start; no secrets. */
  warnings: readonly string[];
  /** Beyond its time-out a charge takes no longer than this, in milliseconds. */
  chargeMarginMs: number;
  openGateway(): PaymentGateway;
  openVault(): CardVault;
  openLedger(): BankLedger;
}

/** An entry of the table below. `Access`: what its adapters are opened with. */
interface Entry<Access extends { url: string }> {
  variable: string;
  /** Throws, in words for an operator, where something is missing, or unfit for a real shop. */
  readAccess(settings: AcquirerSettings): Access;
  secretOf(access: Access): string;
  warnings?(access: Access): readonly string[];
  chargeMarginMs: number;
  gateway(access: Access & { timeoutMs: number }): PaymentGateway;
  vault(access: Access & { timeoutMs: number }): CardVault;
  ledger(access: Access): BankLedger;
}

const acquirer =
  <Access extends { url: string }>(entry: Entry<Access>) =>
  (settings: AcquirerSettings): Acquirer => {
    const access = entry.readAccess(settings);
    const timed = { ...access, timeoutMs: settings.bankTimeoutMs };
    return {
      address: { variable: entry.variable, url: access.url },
      secret: entry.secretOf(access),
      warnings: settings.isDemo ? [] : (entry.warnings?.(access) ?? []),
      chargeMarginMs: entry.chargeMarginMs,
      openGateway: () => entry.gateway(timed),
      openVault: () => entry.vault(timed),
      openLedger: () => entry.ledger(access),
    };
  };

/**
 * Every acquirer that PAYMENT_GATEWAY can name. A new one is an entry here and a folder of its adapters, which
 * `testing/test-acquirers.ts` hands to the tests of the ports' promises; its variables begin with its name.
 */
const acquirers: Readonly<Record<string, (settings: AcquirerSettings) => Acquirer>> = {
  /** The sandbox bank's protocol. */
  bank: acquirer({
    variable: 'BANK_URL',
    readAccess: ({ bank }) => bank,
    secretOf: ({ merchantKey }) => merchantKey,
    chargeMarginMs: 10_000,
    gateway: createHttpGateway,
    vault: createHttpCardVault,
    ledger: createHttpBankLedger,
  }),
  cybersource: acquirer({
    variable: 'CYBERSOURCE_URL',
    readAccess: ({ acquirer: { variables }, isDemo }) => readCyberSourceAccess(variables, isDemo),
    secretOf: ({ secret }) => secret,
    warnings: testHostWarnings,
    // It may have to give back what it approved in part.
    chargeMarginMs: 20_000,
    gateway: createCyberSourceGateway,
    vault: createCyberSourceCardVault,
    ledger: (access) => createCyberSourceLedger(access),
  }),
};

/** What a payment may say that it was charged by (`PaymentGateway.account` begins with it). */
const acquirerNames: readonly string[] = Object.keys(acquirers);

/** The acquirer that the settings name (PAYMENT_GATEWAY). Throws where there is none of that name, or its own settings are wrong. */
export const findAcquirer = (settings: AcquirerSettings): Acquirer => {
  const { name } = settings.acquirer;
  const read = Object.hasOwn(acquirers, name) ? acquirers[name] : undefined;
  if (read !== undefined) return read(settings);
  throw new Error(`Wrong settings:\n✖ PAYMENT_GATEWAY is ${name}, not one of ${acquirerNames.join(', ')}`);
};
