/**
 * Milliseconds after which a caller gives up on a silent server. Only for callers that expect silence: a busy machine may be
 * silent as long. Callers that expect a response wait a minute or more.
 */
export const expectedSilenceMs = 300;
