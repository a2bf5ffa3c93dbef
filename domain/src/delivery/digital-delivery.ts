/** The text of DEC-84. It has its own file, because the step shows it before the forms and their rules have loaded. */
export const digitalDeliveryText = 'Producto digital: lo recibirás por correo electrónico.';
