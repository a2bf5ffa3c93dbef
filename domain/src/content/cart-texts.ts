/** CART-18, DEC-31. */
export const emptyCartTexts = { title: 'Tu carrito está vacío', link: 'Seguir comprando' } as const;

/** CART-21, CART-26: alert `cart-alerts`. */
export const cartAlertTexts = {
  quantityTitle: 'Cantidad de producto no disponible',
  quantityMessage: 'Ajusta la cantidad o intenta mas tarde.',
  cartTitle: 'Error de Carrito',
  cartMessage: 'No se ha podido identificar el carrito de compras.',
} as const;
