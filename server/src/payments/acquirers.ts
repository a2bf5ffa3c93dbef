import type { Config } from '../platform/operations/config.ts';
import { createCyberSourceCardVault, createCyberSourceGateway } from './cybersource/cybersource-gateway.ts';
import { createCyberSourceLedger, readCyberSourceAccess, testHostWarnings } from './cybersource/cybersource-ledger.ts';
import type { BankLedger, CardVault, PaymentGateway } from './gateway.ts';
import { createHttpBankLedger, createHttpCardVault, createHttpGateway } from './http-gateway.ts';

export type AcquirerSettings = Pick<Config, 'acquirer' | 'bank' | 'bankTimeoutMs' | 'isDemo'>;

/** The acquirer that charges the shop's cards, as configured. */
export interface Acquirer {
  /** The acquirer's URL, and the variable that sets it. */
  address: { variable: string; url: string };
  /** The shop's secret with the acquirer. It is also a part of the key that hashes card numbers (`save-card.ts`). */
  secret: string;
  /** Warnings that the operator sees at every start, without secrets. */
  warnings: readonly string[];
  /** Milliseconds that a charge may take beyond its time-out. */
  chargeMarginMs: number;
  openGateway(): PaymentGateway;
  openVault(): CardVault;
  openLedger(): BankLedger;
}

/** An entry of the table below. `Access`: the settings of the entry's adapters. */
interface Entry<Access extends { url: string }> {
  variable: string;
  /** Reads the settings. Throws an error for the operator if something is missing, or not allowed in a real shop. */
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
 * Every acquirer that PAYMENT_GATEWAY can name. A new acquirer needs an entry here, and a folder with its adapters, which
 * `testing/test-acquirers.ts` passes to the contract tests of the ports. The names of its variables start with its name.
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
    // CyberSource may have to release a partial approval after the charge.
    chargeMarginMs: 20_000,
    gateway: createCyberSourceGateway,
    vault: createCyberSourceCardVault,
    ledger: (access) => createCyberSourceLedger(access),
  }),
};

/** The prefixes of `PaymentGateway.account`. */
const acquirerNames: readonly string[] = Object.keys(acquirers);

/** Returns the acquirer that PAYMENT_GATEWAY names. Throws if no acquirer has that name, or if its settings are wrong. */
export const findAcquirer = (settings: AcquirerSettings): Acquirer => {
  const { name } = settings.acquirer;
  const read = Object.hasOwn(acquirers, name) ? acquirers[name] : undefined;
  if (read !== undefined) return read(settings);
  throw new Error(`Wrong settings:\n✖ PAYMENT_GATEWAY is ${name}, not one of ${acquirerNames.join(', ')}`);
};
