/** DEC-84. A file of its own: the step says it before its forms, and their rules, have come. */
export const digitalDeliveryText = 'Producto digital: lo recibirás por correo electrónico.';
