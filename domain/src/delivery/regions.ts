/** Department of Guatemala, whose orders can be delivered free (CONST-35); availability is asked for there while no place is known (CONST-22). */
export const homeRegionId = 485;

/** Where pickup is asked for while no place is known (CONST-23, DIF-41). */
export const defaultPickupRegionId = 488;

/** Of a call that names a department which is none of the table. */
export const unknownRegionText = 'El departamento no es válido.';
