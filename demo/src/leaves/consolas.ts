import { walk } from '../dice.ts';
import { finishOfColour, type Leaf, shapeOf, yesNo } from './leaf.ts';

const kinds = [
  { type: 'De sobremesa', storage: [1024, 2048], resolution: '4K UHD', base: 4499, name: 'One' },
  { type: 'Híbrida', storage: [64, 256], resolution: 'Full HD', base: 2999, name: 'Duo' },
  { type: 'De sobremesa', storage: [512], resolution: '4K UHD', base: 3599, name: 'Digital' },
  { type: 'Portátil', storage: [256, 512], resolution: 'Full HD', base: 3799, name: 'Go' },
  { type: 'Retro', storage: [32], resolution: 'HD', base: 1499, name: 'Arcade' },
] as const;

export const consolas: Leaf = {
  path: 'videojuegos/consolas',
  skuPrefix: 'CON',
  models: 11,
  brands: ['Jadeonix', 'Tecvaria', 'Chispatek'],
  lines: ['Xibalbá', 'Nébula', 'Kinich', 'Vórtice', 'Titán', 'Balam'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const storage = dice.pick(kind.storage);
    const disc = kind.type === 'De sobremesa' && kind.name === 'One';
    const controllers = kind.type === 'Retro' || dice.chance(0.25) ? '2' : '1';
    const colour = kind.type === 'Híbrida' ? 'Negro' : walk(['Negro', 'Blanco', 'Gris'] as const, turn);
    const handheld = kind.type === 'Híbrida' || kind.type === 'Portátil';
    const model = `${line} ${kind.name}${turn >= kinds.length ? ` ${1 + Math.floor(turn / kinds.length)}` : ''}${serial}`;
    return {
      model,
      title: `Consola ${brand} ${model} ${storage} GB`,
      values: {
        tipo: kind.type,
        almacenamiento: storage,
        'resolucion-maxima': kind.resolution,
        'unidad-de-disco': yesNo(disc),
        'controles-incluidos': controllers,
        color: colour,
      },
      quetzales: kind.base + storage * 0.32 + (controllers === '2' ? 260 : 0) + (disc ? 300 : 0),
      drawing: handheld
        ? {
            kind: 'handheld',
            variant: kind.type === 'Híbrida' ? 'hibrida' : 'portatil',
            finish: finishOfColour(colour),
            pal: turn % 7,
          }
        : {
            kind: 'console',
            variant: kind.type === 'Retro' ? 'bloque' : shapeOf(brand, turn, ['torre', 'bloque']),
            finish: finishOfColour(colour),
          },
      story: {
        openers: [
          'La {marca} {modelo} carga los mundos en segundos y te deja en lo que importa: jugar. Sola, en línea o con los primos un domingo por la tarde.',
          handheld
            ? 'La {modelo} de {marca} se juega en el sillón, en el bus o en la cama. Cuando llegas a casa, tus partidas siguen donde las dejaste.'
            : `Con resolución hasta ${kind.resolution} y ${storage} GB para tu colección, la {marca} {modelo} está lista para los próximos años de lanzamientos.`,
          kind.type === 'Retro'
            ? 'Los clásicos que jugabas en la tienda de la esquina, ahora en tu televisor. La {marca} {modelo} trae decenas de títulos instalados.'
            : 'Gráficos que sorprenden, un control que se siente firme y un sistema rápido: la {marca} {modelo} es de esas compras que toda la casa agradece.',
        ],
        features: [
          kind.resolution === '4K UHD' &&
            'Se ve espectacular en un televisor 4K y aprovecha los 120 Hz si el tuyo los tiene.',
          disc && 'Su unidad de disco lee juegos físicos y películas.',
          kind.type === 'De sobremesa' && !disc && 'Es totalmente digital: compras, descargas y juegas sin discos.',
          kind.type === 'Híbrida' && 'Se conecta a la base para jugar en grande o se lleva a cualquier parte.',
          controllers === '2' && 'Incluye dos controles, para no esperar turno.',
          controllers === '1' && 'Incluye un control con vibración precisa y batería recargable.',
          storage >= 512 && `En ${storage} GB caben tus juegos favoritos sin estar borrando.`,
          'El control parental limita el tiempo de juego y las compras.',
          'Las partidas se guardan en la nube con tu cuenta.',
        ],
        closers: [
          'Incluye cable HDMI, cable de corriente y guía de inicio. Los juegos se venden por separado.',
          'Actualízala la primera vez que la conectes a internet para tener todas las funciones.',
          'Dale ventilación y evita meterla en un mueble cerrado.',
        ],
      },
    };
  },
};
