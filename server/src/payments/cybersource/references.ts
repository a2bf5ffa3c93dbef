/** `clientReferenceInformation.code` of a key: its 32 digits without dashes, which a search would read as words. */
export const referenceOf = (key: string): string => key.replaceAll('-', '').toLowerCase();

/** The key of a reference; undefined for one that is not ours. */
export function keyOf(reference: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference);
  return parts?.slice(1).join('-');
}

/**
 * `clientReferenceInformation.transactionId` of a key: at most 30 characters are kept of it, so its 128 bits in 25 letters
 * and digits. CyberSource takes each once in 180 days, and voids by it what it has not answered.
 */
export const transactionIdOf = (key: string): string => BigInt(`0x${referenceOf(key)}`).toString(36);
