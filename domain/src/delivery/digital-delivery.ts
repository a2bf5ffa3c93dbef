/**
 * The text of DEC-84. The text is in a separate file, because the step shows this text before the forms and their rules
 * have loaded.
 */
export const digitalDeliveryText = 'Producto digital: lo recibirás por correo electrónico.';
