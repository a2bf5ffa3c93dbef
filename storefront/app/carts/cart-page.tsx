export { uncachedHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Carrito | Ceiba' }];

export default function CartPage() {
  return (
    <main id="contenido" className="wrap py-8">
      <h1 className="text-3xl">Carrito</h1>
    </main>
  );
}
