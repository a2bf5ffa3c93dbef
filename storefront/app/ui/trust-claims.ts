/** The claims of APP-19 in the words of DEC-16, each with an icon of the sprite. */
export const trustClaims = [
  { icon: 'rotate-ccw', claim: 'Devoluciones hasta 30 días hábiles' },
  { icon: 'truck', claim: 'Envíos en 48 horas' },
  { icon: 'store', claim: 'Recoge gratis en tienda' },
  { icon: 'headset', claim: 'Soporte 4232-000' },
] as const;
