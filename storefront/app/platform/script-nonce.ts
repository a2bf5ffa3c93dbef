import { createContext } from 'react';

/**
 * The nonce of inline scripts in templates while the server renders. The server hashes only scripts with this nonce (record 0003), and removes
 * the nonce before it sends the page.
 */
export const ScriptNonce = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** A part of the page that is an inline script. */
export interface Declared {
  nonce: string | undefined;
}
