/** ADR-08: an alert of `address-alerts.ts`, apart because the checkout's first step carries it and none of the others. */
export const addressFailure = {
  title: 'Ha ocurrido un error al agregar la direccion.',
  message: 'Por favor intente mas tarde.',
} as const;
