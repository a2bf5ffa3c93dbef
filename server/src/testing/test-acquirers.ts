import { defaultMerchantKey } from '@ceiba/sandbox-bank/start';
import { openTestBank, shortDelays } from '@ceiba/sandbox-bank/testing/test-bank';
import { onTestFinished } from 'vitest';
import {
  createCyberSourceCardVault,
  createCyberSourceGateway,
  seenWithinMs,
} from '../payments/cybersource/cybersource-gateway.ts';
import { referenceOf } from '../payments/cybersource/payment-body.ts';
import type { CardVault, PaymentGateway } from '../payments/gateway.ts';
import { createHttpCardVault, createHttpGateway } from '../payments/http-gateway.ts';
import { cyberSourceKeys, openTestCyberSource } from './cybersource/open-cybersource.ts';
import { until } from './until.ts';

/** A test acquirer, and the shop's adapters for it. */
export interface TestAcquirer {
  url: string;
  gateway(line?: { url?: string; timeoutMs?: number; hasWrongSecret?: boolean }): PaymentGateway;
  vault(): CardVault;
  now(): Date;
  /** Advances the clock until no charge can be in progress, or be missing in the search. */
  wait(): void;
  /** Waits until the late card's charge is in progress. */
  isComing(): Promise<void>;
  /** Delivers that charge. */
  arrive(): Promise<void>;
  /** Returns the centavos that the acquirer has reserved or captured under a key. */
  outstanding(key: string): Promise<number>;
  planOf(key: string): Promise<number>;
  close(): Promise<void>;
}

async function openSandbox(): Promise<TestAcquirer> {
  const arrival = Promise.withResolvers<void>();
  const bank = await openTestBank({ delays: { ...shortDelays, late: arrival.promise } });
  const chargeOf = async (key: string) => {
    const { charges } = (await bank.get('/charges?limit=500')).body;
    return Array.isArray(charges) ? charges.find((each) => each.key === key) : undefined;
  };
  return {
    url: bank.url,
    gateway: ({ url = bank.url, timeoutMs = 60_000, hasWrongSecret = false } = {}) =>
      createHttpGateway({ url, timeoutMs, merchantKey: hasWrongSecret ? 'wrong' : defaultMerchantKey }),
    vault: () => createHttpCardVault({ url: bank.url, merchantKey: defaultMerchantKey, timeoutMs: 60_000 }),
    now: () => new Date(),
    wait: () => {},
    isComing: () => until(() => bank.lines.some((line) => line.includes('charge arrives later'))),
    arrive: () => {
      arrival.resolve();
      return until(() => bank.lines.some((line) => line.includes('late charge refused')));
    },
    outstanding: async (key) => Number((await chargeOf(key))?.outstandingCentavos ?? 0),
    planOf: async (key) => Number((await chargeOf(key))?.plan),
    close: bank.close,
  };
}

async function openCyberSource(): Promise<TestAcquirer> {
  const bank = await openTestCyberSource();
  onTestFinished(() => bank.close());
  const wrong = { secret: Buffer.from('another secret').toString('base64') };
  return {
    url: bank.url,
    gateway: ({ url = bank.url, timeoutMs = 60_000, hasWrongSecret = false } = {}) =>
      createCyberSourceGateway({
        ...cyberSourceKeys,
        ...(hasWrongSecret ? wrong : {}),
        url,
        timeoutMs,
        now: bank.now,
      }),
    vault: () => createCyberSourceCardVault({ ...cyberSourceKeys, url: bank.url, timeoutMs: 60_000, now: bank.now }),
    now: bank.now,
    wait: () => bank.advance(seenWithinMs + 1_000),
    isComing: () => until(() => bank.isComing()),
    arrive: bank.arrive,
    outstanding: async (key) => bank.books.outstanding(referenceOf(key)),
    planOf: async (key) => bank.books.all.find(({ code }) => code === referenceOf(key))?.plan ?? 0,
    close: bank.close,
  };
}

/** All adapters of the port. The contract applies to each of them. */
export const testAcquirers: readonly (readonly [name: string, open: () => Promise<TestAcquirer>])[] = [
  ['the sandbox bank', openSandbox],
  ['CyberSource', openCyberSource],
];

export const payer = {
  firstName: 'Lucía',
  lastName: 'Paz',
  email: 'lucia@correo.gt',
  street: '12 calle 1-25',
  city: 'Guatemala',
  region: 'Guatemala',
};
