/**
 * Milliseconds after which a caller gives up on somebody who does not answer. Only for callers of whom nothing but that is expected:
 * a busy machine is as silent as that now and then, and whoever is to be answered waits a minute or more.
 */
export const untilSilent = 300;
