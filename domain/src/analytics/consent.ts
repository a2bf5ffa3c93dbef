/** Raised when what is asked changes: who answered another question is asked anew. */
export const consentVersion = 1;

/** How long an answer counts, in days. */
export const consentDays = 365;

export type ConsentChoice = 'granted' | 'denied';

/** What a shopper answered when asked whether the visit may be measured. */
export interface Consent {
  version: number;
  choice: ConsentChoice;
  /** Moment of the answer, in ISO 8601. */
  at: string;
}

export const giveConsent = (choice: ConsentChoice, now: Date): Consent => ({
  version: consentVersion,
  choice,
  at: now.toISOString(),
});

const dayMs = 86_400_000;

/** Whether an answer still counts: given to this very question, not in the future, no more than `consentDays` ago. */
export function isConsentInForce({ version, at }: Consent, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return version === consentVersion && age >= 0 && age <= consentDays * dayMs;
}
