/** Increase it when the question changes. Shoppers who answered an older question are asked again. */
export const consentVersion = 1;

/** How long an answer is valid, in days. */
export const consentDays = 365;

export type ConsentChoice = 'granted' | 'denied';

/** A shopper's answer to the question whether the visit may be measured. */
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

/**
 * Returns whether an answer is still valid: it answers this version of the question, is not in the future, and is at most `consentDays`
 * old.
 */
export function isConsentInForce({ version, at }: Consent, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return version === consentVersion && age >= 0 && age <= consentDays * dayMs;
}
