/** ADR-08: in the account and in the checkout. */
export const addressFailure = {
  title: 'Ha ocurrido un error al agregar la direccion.',
  message: 'Por favor intente mas tarde.',
} as const;

/** ADR-05..10; the id of all of them is `addresses-alert` (ADR-11). */
export const addressAlerts = {
  added: 'Se ha agregado exitosamente la direccion.',
  updated: 'Se ha actualizado tu direccion correctamente.',
  deleted: 'Se ha eliminado exitosamente la direccion',
  defaultChanged: 'Se ha actualizado tu direccion predeterminada.',
  defaultFailed: 'Ha ocurrido un error al seleccionar la direccion predeterminada.',
} as const;
