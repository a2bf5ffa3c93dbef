import type { ChargeRequest } from '../gateway.ts';

/** Proof that the card's bank has recognised its payer (3-D Secure), as it travels with the charge. */
export interface PayerProof {
  /** `vbv`, `spa`, `aesk`, …: the kind of proof, by the card's scheme. */
  commerceIndicator: string;
  /** Fields of `consumerAuthenticationInformation`, by their names there. */
  fields: Readonly<Record<string, string>>;
}

type PayerAuthentication =
  | { kind: 'none' }
  | { kind: 'proven'; proof: PayerProof }
  /** The card's bank says that this is not its customer: nothing is charged. */
  | { kind: 'refused' };

/**
 * Asked before each charge. Whoever authenticates payers puts their answer here; it has its own time limit, and a charge that
 * would be sent too late after it is not sent.
 */
export type AuthenticatePayer = (request: ChargeRequest) => Promise<PayerAuthentication>;

/** A shop without payer authentication: charges go out as plain internet payments. */
export const withoutAuthentication: AuthenticatePayer = async () => ({ kind: 'none' });
