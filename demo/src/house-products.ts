import { quetzales } from '@ceiba/domain/money/money';
import { houseBrand } from './brands.ts';
import type { DemoProduct } from './demo-product.ts';
import { productPictures } from './product-pictures.ts';
import { productSlug } from './slug.ts';

interface HouseProduct {
  sku: string;
  title: string;
  /** Quetzales. */
  price: number;
  description: string;
  variant: string;
}

const techSupport: readonly HouseProduct[] = [
  {
    sku: 'TECKIAI',
    title: 'Tecki AI: asistencia para tus dispositivos inteligentes',
    price: 199,
    variant: 'ia',
    description:
      'Un especialista de Tecki te acompaña por videollamada para conectar tu pantalla inteligente, tus bocinas con asistente, tus cámaras o tus luces, y dejarlas trabajando juntas.\n\nIncluye la configuración inicial, la vinculación con tu Wi-Fi y con tu celular, y treinta días para resolver dudas por mensaje.\n\nEs un servicio digital: al confirmar tu pedido recibes por correo el enlace para agendar tu cita.',
  },
  {
    sku: 'TECKIRESUELVE',
    title: 'Tecki Resuelve: soporte técnico para tus equipos',
    price: 299,
    variant: 'soporte',
    description:
      'Computadora lenta, impresora que no aparece, celular sin espacio, refrigeradora que no entiende de ciclos: Tecki Resuelve te atiende por teléfono o videollamada y no cierra el caso hasta que tu equipo funcione.\n\nIncluye diagnóstico, configuración, respaldo de tus datos y una guía con recomendaciones para evitar que vuelva a pasar.\n\nEs un servicio digital con vigencia de doce meses desde la compra de tu equipo.',
  },
];

/** TECKIAI and TECKIRESUELVE (DEC-159): sold, but never listed. */
export const houseProducts = (now: Date): DemoProduct[] =>
  techSupport.map((service) => ({
    ...unlisted(service.sku, service.title, service.price, now),
    description: service.description,
    pictures: productPictures(
      {
        drawing: { kind: 'service', variant: service.variant, scene: 'plumas', pal: 1 },
        seed: service.sku,
        brand: houseBrand,
        accent: '#39d0a3',
      },
      service.title,
      [],
    ),
  }));

/** A service outside search, rows and recommendations; `price` in quetzales. */
const unlisted = (sku: string, title: string, price: number, now: Date): DemoProduct => ({
  sku,
  slug: productSlug(title),
  parentSku: null,
  title,
  description: '',
  kind: 'service',
  brand: houseBrand,
  sellerId: 1,
  offerId: null,
  categoryPath: 'tv-y-video/servicios',
  regularPrice: quetzales(price),
  salesPrice: quetzales(price),
  discountEndsAt: null,
  isPresale: false,
  presaleDate: null,
  isDropshipping: false,
  isRestricted: false,
  isMotorcycle: false,
  internalTags: [],
  eventUrl: null,
  attributes: [],
  soldCount: 0,
  isListed: false,
  createdAt: new Date(now.getTime() - 400 * 86_400_000),
  stock: null,
  pictures: [],
  flashSale: null,
  gifts: [],
});
