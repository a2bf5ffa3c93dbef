import { type Centavos, quetzales } from '@ceiba/domain/money/money';

export interface DemoWarranty {
  sku: string;
  label: string;
  amount: Centavos;
  /** One of both: the category it can be bought with, or the single product. */
  categoryPath: string | null;
  productSku: string | null;
}

const forCategory = (sku: string, label: string, price: number, categoryPath: string): DemoWarranty => ({
  sku,
  label,
  amount: quetzales(price),
  categoryPath,
  productSku: null,
});

/** WAR-01, WAR-03: extended warranties, and screen protection for phones from Q450; what holds longer costs more. */
export const demoWarranties: readonly DemoWarranty[] = [
  forCategory('GAR-CEL-P6', 'Protección de pantalla 6 meses', 450, 'celulares-y-tablets/celulares/smartphones'),
  forCategory('GAR-CEL-P12', 'Protección de pantalla 12 meses', 650, 'celulares-y-tablets/celulares/smartphones'),
  forCategory('GAR-TV-12', 'Garantía extendida 12 meses', 349, 'tv-y-video/televisores'),
  forCategory('GAR-TV-24', 'Garantía extendida 24 meses', 599, 'tv-y-video/televisores'),
  forCategory('GAR-LAP-12', 'Garantía extendida 12 meses', 499, 'computacion/laptops'),
  forCategory('GAR-LAP-24', 'Garantía extendida 24 meses', 849, 'computacion/laptops'),
  forCategory('GAR-REF-24', 'Garantía extendida 24 meses', 699, 'linea-blanca/refrigeracion/refrigeradoras'),
  forCategory('GAR-LAV-24', 'Garantía extendida 24 meses', 599, 'linea-blanca/lavado/lavadoras'),
  forCategory('GAR-TAB-12', 'Garantía extendida 12 meses', 299, 'celulares-y-tablets/tablets'),
  forCategory('GAR-CON-12', 'Garantía extendida 12 meses', 399, 'videojuegos/consolas'),
  {
    sku: 'GAR-TV-0001-36',
    label: 'Reemplazo inmediato 36 meses',
    amount: quetzales(899),
    categoryPath: null,
    productSku: 'TV-0001',
  },
];
