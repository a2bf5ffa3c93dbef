/** How long a device may take to sign what it is asked to (record 0028). Milliseconds. */
export const passkeyChallengeMs = 5 * 60_000;

/** Passkeys of one account, at most. */
export const passkeyLimit = 10;

/** Characters of a passkey's name, at most. */
export const passkeyNameMaxLength = 60;

export const passkeyNameMessage = 'Ponle un nombre a tu llave de acceso.';

/** What the shop says of passkeys where an answer of the API is worded. */
export const passkeyTexts = {
  invalid: 'No pudimos verificar tu llave de acceso. Inténtalo de nuevo o entra con tu contraseña.',
  limit: `Puedes tener hasta ${passkeyLimit} llaves de acceso. Quita una para agregar otra.`,
  notFound: 'Esta llave de acceso ya no está en tu cuenta.',
} as const;
