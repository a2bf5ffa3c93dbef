/** ADR-05..10; the id of all of them is `addresses-alert` (ADR-11). */
export const addressAlerts = {
  added: 'Se ha agregado exitosamente la direccion.',
  updated: 'Se ha actualizado tu direccion correctamente.',
  deleted: 'Se ha eliminado exitosamente la direccion',
  defaultChanged: 'Se ha actualizado tu direccion predeterminada.',
  defaultFailed: 'Ha ocurrido un error al seleccionar la direccion predeterminada.',
} as const;
