/** The alert of account and checkout (ADR-08). */
export const addressFailure = {
  title: 'Ha ocurrido un error al agregar la direccion.',
  message: 'Por favor intente mas tarde.',
} as const;

/** Texts of ADR-05..10. All use the alert id `addresses-alert` (ADR-11). */
export const addressAlerts = {
  added: 'Se ha agregado exitosamente la direccion.',
  updated: 'Se ha actualizado tu direccion correctamente.',
  deleted: 'Se ha eliminado exitosamente la direccion',
  defaultChanged: 'Se ha actualizado tu direccion predeterminada.',
  defaultFailed: 'Ha ocurrido un error al seleccionar la direccion predeterminada.',
} as const;
