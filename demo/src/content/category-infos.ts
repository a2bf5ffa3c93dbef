import { type Tag, type TagLook, tagLooks } from '@ceiba/domain/catalog/tags';
import { categoryByPath } from '../categories.ts';

export interface DemoCategoryInfo {
  categoryId: number;
  tagsList: Tag[];
  installationGuide: { title: string; url: string } | null;
}

const tag = (id: string, textContent: string, icon: string, look: TagLook, category: string): Tag => ({
  id,
  textContent,
  icon,
  ...tagLooks[look],
  category,
});

/** Where a guide is read: the page of the category, which carries the steps. */
const guide = (title: string, path: string) => ({ title, url: `/${path}` });

/** CAT-25, CMS-02: what is said about every product of a category. */
export const categoryInfos = (): DemoCategoryInfo[] =>
  [
    {
      path: 'tv-y-video/televisores',
      tags: [tag('tv-installation', 'Instalación disponible', 'wrench', 'jade', 'televisores')],
      guide: guide('Guía para instalar tu televisor', 'tv-y-video/servicios'),
    },
    {
      path: 'celulares-y-tablets/celulares/smartphones',
      tags: [tag('phone-unlocked', 'Liberado para cualquier operador', 'smartphone', 'sky', 'smartphones')],
      guide: null,
    },
    {
      path: 'linea-blanca/refrigeracion/refrigeradoras',
      tags: [
        tag('fridge-energy', 'Ahorro de energía', 'leaf', 'jade', 'refrigeradoras'),
        tag('fridge-delivery', 'Entrega hasta tu puerta', 'truck', 'sky', 'refrigeradoras'),
      ],
      guide: guide('Antes de conectar tu refrigeradora', 'linea-blanca/refrigeracion/refrigeradoras'),
    },
    {
      path: 'linea-blanca/climatizacion/aires-acondicionados',
      tags: [tag('air-voltage', 'Verifica el voltaje', 'plug', 'corn', 'aires-acondicionados')],
      guide: guide('Qué necesita tu aire acondicionado', 'linea-blanca/climatizacion/aires-acondicionados'),
    },
    {
      path: 'linea-blanca/cocina/estufas',
      tags: [tag('stove-flame', 'Revisa tu tipo de gas', 'flame', 'corn', 'estufas')],
      guide: null,
    },
    {
      path: 'hogar/dormitorio/colchones',
      tags: [tag('mattress-warranty', '5 años de garantía', 'shield-check', 'jade', 'colchones')],
      guide: null,
    },
    {
      path: 'computacion/laptops',
      tags: [tag('laptop-setup', 'Configuración disponible', 'cpu', 'sky', 'laptops')],
      guide: null,
    },
  ].map((info) => ({
    categoryId: categoryByPath(info.path).id,
    tagsList: info.tags,
    installationGuide: info.guide,
  }));
