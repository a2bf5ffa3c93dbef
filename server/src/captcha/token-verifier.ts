/** `unavailable`: the service gave no answer to rely on. */
export type TokenVerdict = 'accepted' | 'refused' | 'unavailable';

/** An outside service that tells people from programs by a token its own script made. Never throws for a network. */
export interface TokenVerifier {
  /** `client`: who brings the token (`clientOf`); nobody's tokens keep everybody else's waiting. */
  verify(token: string, client: string): Promise<TokenVerdict>;
}
