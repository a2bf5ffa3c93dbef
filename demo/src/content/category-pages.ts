import type { CategoryPage } from '@ceiba/contract/content';
import { demoCategories } from '../categories.ts';
import { demoLegalPages } from './legal-pages.ts';
import { teckiPage } from './tecki-page.ts';

/** One page per category, that of the tech-support service, and the legal texts (CAT-08, TECH-05). */
export const categoryPages = (): CategoryPage[] => [
  ...demoCategories.map((category) => ({
    slug: category.path,
    title: category.title,
    description: category.description,
    categoryId: category.id,
    blocks: featuredBlocks[category.path] ?? [],
  })),
  teckiPage,
  ...demoLegalPages,
];

type Blocks = CategoryPage['blocks'];

/** Advice on some category pages; the others show their products alone. */
const featuredBlocks: Readonly<Record<string, Blocks>> = {
  'tv-y-video/televisores': [
    {
      kind: 'features',
      title: 'Cómo elegir tu televisor',
      features: [
        {
          icon: 'ruler',
          title: 'El tamaño',
          text: 'Mide la distancia al sillón en centímetros y divídela entre 4: ese es, más o menos, el tamaño en pulgadas que te conviene.',
        },
        {
          icon: 'tv',
          title: 'El panel',
          text: 'LED para todos los días, QLED para salas con mucha luz, Mini LED y OLED para quienes buscan el mejor contraste.',
        },
        {
          icon: 'wifi',
          title: 'El sistema',
          text: 'Google TV y Roku TV traen las aplicaciones listas. Si ya tienes un reproductor, un modelo sencillo basta.',
        },
      ],
    },
    {
      kind: 'questions',
      title: 'Antes de comprar',
      questions: [
        {
          question: '¿Incluye instalación?',
          answer:
            'Puedes agregar la instalación en pared o en base desde la categoría Servicios. El soporte se vende por separado.',
        },
        {
          question: '¿Hacen entregas fuera de la capital?',
          answer: 'Sí, llevamos televisores a los 22 departamentos con empaque reforzado.',
        },
      ],
    },
  ],
  'tv-y-video/servicios': [
    {
      kind: 'steps',
      title: 'Así trabajamos',
      steps: [
        { title: 'Compra en línea', text: 'Elige el servicio según el tamaño de tu pantalla.' },
        { title: 'Acordamos la visita', text: 'Te llamamos para fijar día y hora.' },
        { title: 'Llega el técnico', text: 'Instala, configura y deja limpio.' },
      ],
    },
  ],
  'celulares-y-tablets/celulares/smartphones': [
    {
      kind: 'features',
      title: 'Comprar tu celular en Ceiba',
      features: [
        { icon: 'smartphone', title: 'Liberado', text: 'Funciona con cualquier operador del país.' },
        { icon: 'shield-check', title: 'Protegido', text: 'Agrega protección de pantalla por 6 o 12 meses.' },
        {
          icon: 'credit-card',
          title: 'En cuotas',
          text: 'Paga en 6, 10, 12, 24, 36 o 48 cuotas sin recargo con bancos participantes.',
        },
      ],
    },
  ],
  'linea-blanca/refrigeracion/refrigeradoras': [
    {
      kind: 'steps',
      title: 'Antes de que llegue tu refrigeradora',
      steps: [
        { title: 'Mide el espacio', text: 'Deja cinco centímetros libres a cada lado y diez atrás.' },
        { title: 'Mide las puertas', text: 'Incluye gradas y elevador: es lo que más se olvida.' },
        { title: 'Déjala reposar', text: 'Espera unas cuatro horas antes de conectarla.' },
      ],
    },
  ],
  'motos-y-vehiculos/motocicletas': [
    {
      kind: 'text',
      title: 'Se entregan en tienda',
      text: 'Por seguridad y por los trámites de placas, las motocicletas se compran y se recogen en tienda. Visita la más cercana y maneja una de prueba.',
    },
  ],
  'tarjetas-de-regalo': [
    {
      kind: 'steps',
      title: 'Regalar toma un minuto',
      steps: [
        { title: 'Elige el monto', text: 'De Q100 a Q1,000.' },
        { title: 'Escribe tu mensaje', text: 'Con el nombre y el correo de quien la recibe.' },
        { title: 'Escoge la fecha', text: 'La enviamos ese día, aunque sea dentro de un mes.' },
      ],
    },
  ],
};
