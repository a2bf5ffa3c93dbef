/** `unavailable`: the service gave no answer to rely on. */
export type TokenVerdict = 'accepted' | 'refused' | 'unavailable';

/** An outside service that tells people from programs by a token its own script made. Never throws for a network. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenVerdict>;
}
