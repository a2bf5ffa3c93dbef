import type { Config } from '../platform/config.ts';
import type { BankLedger } from './bank-ledger.ts';
import { createCyberSourceLedger } from './cybersource-ledger.ts';
import { createHttpBankLedger } from './http-bank-ledger.ts';

/** The books of the acquirer that the settings name (PAYMENT_GATEWAY). */
export const openBankLedger = ({ bank, cyberSource }: Pick<Config, 'bank' | 'cyberSource'>): BankLedger =>
  cyberSource === undefined ? createHttpBankLedger(bank) : createCyberSourceLedger(cyberSource);
