/** Version of the consent question. Increase it when the question changes, so that shoppers are asked again. */
export const consentVersion = 1;

/** Number of days for which an answer is valid. */
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
 * Returns whether an answer is valid: it has the current version, is not in the future, and is at most `consentDays`
 * old.
 */
export function isConsentInForce({ version, at }: Consent, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return version === consentVersion && age >= 0 && age <= consentDays * dayMs;
}
