import { createContext } from 'react';

/**
 * The nonce of inline scripts in templates while the server renders, so that the server hashes only these scripts (record 0003). The nonce is
 * removed before the page is sent.
 */
export const ScriptNonce = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** A part of the page that is an inline script. */
export interface Declared {
  nonce: string | undefined;
}
