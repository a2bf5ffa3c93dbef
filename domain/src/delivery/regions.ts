/**
 * Department of Guatemala, with free delivery above the minimum (CONST-35). Availability uses this department until the
 * shopper has chosen a place (CONST-22).
 */
export const homeRegionId = 485;

/** The department for pickup while the shopper has chosen no place (CONST-23, DIF-41). */
export const defaultPickupRegionId = 488;

/** The error of a call with an unknown department. */
export const unknownRegionText = 'El departamento no es válido.';
