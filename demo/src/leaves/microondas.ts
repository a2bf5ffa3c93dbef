import { walk } from '../dice.ts';
import { finishOfColour, type Leaf, shapeOf, yesNo } from './leaf.ts';

const kinds = [
  { feet: 0.7, watts: 700, base: 649, place: 'Sobre mesa' },
  { feet: 1.1, watts: 1000, base: 999, place: 'Sobre mesa' },
  { feet: 0.9, watts: 900, base: 799, place: 'Sobre mesa' },
  { feet: 1.4, watts: 1200, base: 1399, place: 'Empotrado' },
  { feet: 2.0, watts: 1200, base: 1999, place: 'Sobre estufa' },
] as const;

export const microondas: Leaf = {
  path: 'electrodomesticos/cocina/microondas',
  skuPrefix: 'MIC',
  models: 10,
  brands: ['Kaltivo', 'Lumbrisa', 'Ventisquel', 'Hogarixa'],
  lines: ['Onda', 'Minuto', 'Recreo', 'Cenita', 'Vapor', 'Tibia', 'Mesa', 'Sobremesa'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const grill = dice.chance(0.4);
    const inverter = kind.watts >= 1000 && dice.chance(0.5);
    const programs = dice.between(kind.watts >= 1000 ? 8 : 4, kind.watts >= 1000 ? 20 : 10);
    const colour = walk(['Negro', 'Acero inoxidable', 'Blanco', 'Espejo'] as const, turn);
    const model = `${line} ${Math.round(kind.feet * 10)}${grill ? 'G' : ''}${inverter ? 'i' : ''}${serial}`;
    return {
      model,
      title: `Microondas ${kind.feet.toFixed(1)} pies³ ${kind.watts} W ${brand} ${model}`,
      values: {
        capacidad: kind.feet,
        potencia: kind.watts,
        grill: yesNo(grill),
        inverter: yesNo(inverter),
        instalacion: kind.place,
        'programas-automaticos': programs,
        color: colour,
      },
      quetzales:
        kind.base + (grill ? 180 : 0) + (inverter ? 220 : 0) + programs * 4 + (colour === 'Acero inoxidable' ? 80 : 0),
      drawing: {
        kind: 'microwave',
        variant: shapeOf(brand, turn, ['teclado', 'perillas']),
        finish: finishOfColour(colour),
      },
      story: {
        openers: [
          `El {marca} {modelo} calienta parejo la refacción, el desayuno y las tortillas que sobraron. Con ${kind.watts} W, la espera es corta.`,
          'Descongelar la cena mientras llegas, hacer palomitas sin quemarlas, entibiar la leche: el {modelo} de {marca} sabe cuándo parar.',
          `Sus ${kind.feet.toFixed(1)} pies cúbicos reciben ${kind.feet >= 1.1 ? 'platos grandes y recipientes para hornear' : 'un plato servido sin ocupar media mesa'}. El {marca} {modelo} se limpia con un paño húmedo.`,
        ],
        features: [
          grill && 'El grill dora el queso y deja crujiente la pizza.',
          inverter &&
            'La tecnología inverter aplica potencia continua: la carne se descongela sin cocinarse por la orilla.',
          `Trae ${programs} programas automáticos para papas, arroz, bebidas y más.`,
          kind.place === 'Sobre mesa' && 'Va sobre la mesa o el mueble; solo deja espacio para ventilar.',
          kind.place === 'Empotrado' && 'Se empotra en el mueble y queda al ras, con acabado de cocina nueva.',
          kind.place === 'Sobre estufa' && 'Se instala sobre la estufa y funciona también como extractor de humo.',
          'El bloqueo para niños evita encendidos accidentales.',
          'La puerta tiene visor amplio y luz interior.',
        ],
        closers: [
          'Incluye plato giratorio de vidrio. Funciona con 110 V, en tomacorriente con tierra.',
          'Usa recipientes aptos para microondas y nunca metal.',
          kind.place === 'Sobre mesa'
            ? 'Pesa poco y se instala sin ayuda.'
            : 'Recomendamos instalación profesional; la plantilla viene en la caja.',
        ],
      },
    };
  },
};
