/** The text of DEC-84. It is in its own file because the step shows it before its forms and their rules have loaded. */
export const digitalDeliveryText = 'Producto digital: lo recibirás por correo electrónico.';
