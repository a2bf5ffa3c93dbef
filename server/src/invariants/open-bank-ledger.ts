import type { BankLedger } from '../payments/bank-ledger.ts';
import { createCyberSourceLedger } from '../payments/cybersource/cybersource-ledger.ts';
import { createHttpBankLedger } from '../payments/http-bank-ledger.ts';
import type { Config } from '../platform/config.ts';

/** The books of the acquirer that the settings name (PAYMENT_GATEWAY). */
export const openBankLedger = ({ bank, cyberSource }: Pick<Config, 'bank' | 'cyberSource'>): BankLedger =>
  cyberSource === undefined ? createHttpBankLedger(bank) : createCyberSourceLedger(cyberSource);
