import type { CategoryPage } from '@ceiba/contract/content';
import { legalPages } from '@ceiba/domain/content/legal-pages';

const text = (title: string, ...paragraphs: string[]): CategoryPage['blocks'][number] => ({
  kind: 'text',
  title,
  text: paragraphs.join('\n\n'),
});

const pageOf = (
  { path, title }: { path: string; title: string },
  description: string,
  blocks: CategoryPage['blocks'],
): CategoryPage => ({ slug: path.slice(1), title, description, categoryId: null, blocks });

/** What a shop of this kind tells; a real one brings its own, which its lawyers have read. Numbers stay where the policy shows them. */
export const demoLegalPages: CategoryPage[] = [
  pageOf(
    legalPages.terms,
    'Esta es una tienda de demostración: nada se cobra y nada se envía. Así se leería lo que aceptas al comprar.',
    [
      text(
        'Tu compra',
        'Los precios están en quetzales e incluyen IVA. El precio que pagas es el que ves al confirmar tu pedido; si algo cambia antes, te lo decimos y tú decides.',
        'Tu pedido queda en firme cuando te mostramos su número. Si un producto se agota antes, no se hace ningún cobro.',
      ),
      text(
        'Pago',
        'Puedes pagar con tarjeta, en cuotas con los bancos participantes, en efectivo al recibir, con puntos o en tienda con ayuda de un asesor. No guardamos el código de seguridad de tu tarjeta.',
        'Un enlace de pago es de quien lo recibe: compártelo solo con quien vaya a pagar. Vence en la fecha que indica.',
      ),
      text(
        'Factura',
        'Emitimos la factura con los datos que escribes: NIT, DPI, pasaporte o consumidor final hasta el monto que permite la ley. Revísalos antes de pagar.',
      ),
      text(
        'Entrega',
        'La fecha que ves es la estimada para tu dirección o la tienda que elegiste. Cada vendedor prepara y entrega lo suyo por separado.',
      ),
      text(
        'Devoluciones y garantía',
        'Puedes pedir una devolución desde tu cuenta, dentro del plazo que aparece en cada pedido. Los productos tienen la garantía de su fabricante y, si la compraste, la garantía extendida.',
      ),
      text(
        'Tu cuenta',
        'Eres responsable de lo que se hace con tu contraseña. Puedes cerrar tu cuenta cuando quieras desde tu perfil.',
      ),
      text(
        'Puntos MAX',
        'Los puntos se acumulan con tus compras y se usan al pagar. No se cambian por efectivo ni se transfieren. Si cancelas un pedido pagado con puntos, los puntos vuelven a ti.',
      ),
    ],
  ),
  pageOf(
    legalPages.privacy,
    'Qué sabemos de ti, para qué lo usamos y qué puedes hacer. Esta es una tienda de demostración: no escribas datos reales.',
    [
      text(
        'Qué guardamos',
        'Lo que escribes para comprar: nombre, correo, teléfono, dirección de entrega y datos de factura. Si tienes cuenta, también tus direcciones, tus listas y tus pedidos.',
        'De tus tarjetas guardamos solo una referencia que entrega el banco, y solo si lo pides.',
      ),
      text(
        'Para qué',
        'Para entregarte lo que compraste, emitir tu factura, responderte y cumplir la ley. Medimos cómo se usa la tienda únicamente si aceptas las cookies de medición.',
      ),
      text(
        'Con quién lo compartimos',
        'Con quien hace falta para tu pedido: el banco que procesa tu pago, quien entrega y el vendedor del producto. No vendemos tus datos.',
      ),
      text(
        'Cuánto tiempo',
        'Los carritos y los avisos que nadie usa se borran solos. Los pedidos y las facturas se conservan el tiempo que pide la ley.',
      ),
      text(
        'Qué puedes hacer',
        'Ver y corregir tus datos en tu cuenta, dejar de recibir avisos con el enlace de cada correo y cerrar tu cuenta. Si tienes dudas, llámanos.',
      ),
    ],
  ),
];
