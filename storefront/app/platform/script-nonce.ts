import { createContext } from 'react';

/**
 * The nonce of inline scripts in templates while the server renders, so that it hashes those and no others (record 0003). It is removed before the
 * page is sent: browsers see none.
 */
export const ScriptNonce = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** A part of the page that is an inline script. */
export interface Declared {
  nonce: string | undefined;
}
