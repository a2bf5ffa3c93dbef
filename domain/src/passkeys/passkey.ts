/** Time within which a device must sign the challenge (record 0028), in milliseconds. */
export const passkeyChallengeMs = 5 * 60_000;

/** Maximum number of passkeys of one account. */
export const passkeyLimit = 10;

/** Maximum number of characters in a passkey's name. */
export const passkeyNameMaxLength = 60;

export const passkeyNameMessage = 'Ponle un nombre a tu llave de acceso.';

/** The shop's texts about passkeys in the API's responses. */
export const passkeyTexts = {
  invalid: 'No pudimos verificar tu llave de acceso. Inténtalo de nuevo o entra con tu contraseña.',
  limit: `Puedes tener hasta ${passkeyLimit} llaves de acceso. Quita una para agregar otra.`,
  notFound: 'Esta llave de acceso ya no está en tu cuenta.',
} as const;
