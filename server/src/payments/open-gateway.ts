import type { Config } from '../platform/config.ts';
import type { CardVault } from './card-vault.ts';
import { createCyberSourceCardVault } from './cybersource/cybersource-card-vault.ts';
import { createCyberSourceGateway } from './cybersource/cybersource-gateway.ts';
import type { PaymentGateway } from './gateway.ts';
import { createHttpCardVault } from './http-card-vault.ts';
import { createHttpGateway } from './http-gateway.ts';

type GatewaySettings = Pick<Config, 'bank' | 'cyberSource' | 'bankTimeoutMs'>;

/** The acquirer that the settings name (PAYMENT_GATEWAY). */
export const openGateway = ({ bank, cyberSource, bankTimeoutMs: timeoutMs }: GatewaySettings): PaymentGateway =>
  cyberSource === undefined
    ? createHttpGateway({ ...bank, timeoutMs })
    : createCyberSourceGateway({ ...cyberSource, timeoutMs });

/** The same acquirer's vault. */
export const openCardVault = ({ bank, cyberSource, bankTimeoutMs: timeoutMs }: GatewaySettings): CardVault =>
  cyberSource === undefined
    ? createHttpCardVault({ ...bank, timeoutMs })
    : createCyberSourceCardVault({ ...cyberSource, timeoutMs });

/** Beyond its time-out a charge takes no longer than this: CyberSource's may have to give back what it approved in part. */
export const chargeMarginMs = ({ cyberSource }: GatewaySettings): number =>
  cyberSource === undefined ? 10_000 : 20_000;
