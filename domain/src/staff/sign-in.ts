/** Rules for signing in to the desk (OFF-03 to OFF-07, OFF-09). Times in milliseconds. */
export const staffRules = {
  passwordMinLength: 12,
  passwordMaxLength: 128,
  /** Maximum time between password and code. */
  challengeMs: 5 * 60_000,
  challengeTries: 5,
  recoveryCodes: 10,
  idleMs: 30 * 60_000,
  sessionMs: 12 * 3_600_000,
  invitationMs: 24 * 3_600_000,
  /** Days that the counts of refused sign-ins are stored. */
  refusedSignInDays: 90,
} as const;

export const staffTexts = {
  passwordLength: `La contraseña debe tener de ${staffRules.passwordMinLength} a ${staffRules.passwordMaxLength} caracteres.`,
  passwordCommon: 'Esta contraseña es de las más usadas: elige otra.',
} as const;
