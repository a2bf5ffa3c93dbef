/** Where a browser's storage is blocked or full. */
export const unkeptTexts = {
  titles: {
    cart: 'Este navegador no puede guardar tu carrito',
    saved: 'Este navegador no puede guardar tus productos',
  },
  message:
    'Su almacenamiento está bloqueado o lleno: lo que agregues se pierde si recargas o cierras esta página. Permite que la tienda guarde datos en tu navegador.',
} as const;
