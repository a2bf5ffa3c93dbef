import { createContext } from 'react';

/**
 * What inline scripts of templates bear while the server renders them, so that it hashes those and no other (record 0003). It
 * has left the page when that is sent: browsers know none.
 */
export const ScriptNonce = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** A part of the page that is an inline script. */
export interface Declared {
  nonce: string | undefined;
}
