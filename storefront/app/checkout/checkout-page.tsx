export { uncachedHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Finalizar compra | Ceiba' }];

export default function CheckoutPage() {
  return (
    <main id="contenido" className="wrap py-8">
      <h1 className="text-3xl">Finalizar compra</h1>
    </main>
  );
}
