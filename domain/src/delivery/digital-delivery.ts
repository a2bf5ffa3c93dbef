/** DEC-84. */
export const digitalDeliveryText = 'Producto digital: lo recibirás por correo electrónico.';
