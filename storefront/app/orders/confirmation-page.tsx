export { uncachedHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Confirmación | Ceiba' }];

export default function ConfirmationPage() {
  return (
    <main id="contenido" className="wrap py-8">
      <h1 className="text-3xl">Confirmación</h1>
    </main>
  );
}
