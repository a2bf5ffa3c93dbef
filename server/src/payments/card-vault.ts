/** A card on its way to the acquirer's vault; as short-lived as one that is charged (DEC-10). */
interface CardToSave {
  /** Digits only. */
  number: string;
  /** "MM/YY". */
  expiry: string;
  holder: string;
}

export type SaveOutcome =
  | { kind: 'saved'; token: string }
  | { kind: 'refused'; code: 'PAY_INVALID_CARD' }
  /** No usable answer. The card may be kept under a token that nobody knows: it charges nothing, and saving again is safe. */
  | { kind: 'unknown'; reason: string };

/**
 * Where the acquirer keeps cards for their owners (PROF-22): a shop stores the token and never the card. Every save has a token
 * of its own, so that one owner's card can be removed while another keeps the same number. No function throws for what a
 * network can do; none repeats a call.
 */
export interface CardVault {
  /** As `PaymentGateway.account`: the gateway of another account charges none of its tokens. */
  readonly account: string;
  /** `key`: a UUID per attempt. */
  save(key: string, card: CardToSave): Promise<SaveOutcome>;
  /** Afterwards the token charges nothing (PAY_TOKEN_INVALID); also for one that was removed before. */
  remove(token: string): Promise<'removed' | 'unknown'>;
}
