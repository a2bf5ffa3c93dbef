/**
 * Milliseconds after which a caller stops waiting for a silent server. Only for callers that expect silence, because a
 * busy machine may be silent as long. Other callers wait a minute or more.
 */
export const expectedSilenceMs = 300;
