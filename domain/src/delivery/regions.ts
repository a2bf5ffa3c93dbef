/**
 * Department of Guatemala, to which delivery can be free (CONST-35). It is also the department for availability while no place is
 * known (CONST-22).
 */
export const homeRegionId = 485;

/** The department for pickup while no place is known (CONST-23, DIF-41). */
export const defaultPickupRegionId = 488;

/** Refusal of a call with an unknown department. */
export const unknownRegionText = 'El departamento no es válido.';
