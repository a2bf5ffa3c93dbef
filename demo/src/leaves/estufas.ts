import { walk } from '../dice.ts';
import { finishOfColour, type Leaf, yesNo } from './leaf.ts';

const kinds = [
  { type: 'Gas de piso', words: 'de gas de piso', widths: [20, 24, 30], base: 1999 },
  { type: 'Gas de piso', words: 'de gas de piso', widths: [30, 36], base: 3299 },
  { type: 'Gas de mesa', words: 'de gas de mesa', widths: [20, 24], base: 899 },
  { type: 'Eléctrica', words: 'eléctrica', widths: [24, 30], base: 3499 },
  { type: 'Inducción', words: 'de inducción', widths: [24, 30], base: 4999 },
] as const;

export const estufas: Leaf = {
  path: 'linea-blanca/cocina/estufas',
  skuPrefix: 'EST',
  models: 12,
  brands: ['Kaltivo', 'Brumaltek', 'Norvexia', 'Ventisquel'],
  lines: ['Fogón', 'Comal', 'Brasa', 'Sazón', 'Leña', 'Hoguera', 'Recado', 'Chispa'],
  views: ['ambiente', 'detalle'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const width = dice.pick(kind.widths);
    const gas = kind.type.startsWith('Gas');
    const table = kind.type === 'Gas de mesa';
    const burners = table
      ? width === 20
        ? '2'
        : '4'
      : width >= 36
        ? '6'
        : width >= 30 && gas
          ? dice.pick(['5', '6'])
          : '4';
    const oven = table ? 'Sin horno' : gas ? 'Gas' : 'Eléctrico';
    const ignition = gas && table && dice.chance(0.5) ? 'Manual' : 'Eléctrico';
    const safety = gas && !table && dice.chance(0.8);
    const lid = table ? 'Sin tapa' : gas ? dice.pick(['Vidrio templado', 'Metal', 'Vidrio templado']) : 'Sin tapa';
    const colour = dice.pick(['Acero inoxidable', 'Negro', 'Blanco', 'Acero inoxidable']);
    const model = `${line} ${width}${gas ? 'G' : kind.type === 'Inducción' ? 'X' : 'E'}${serial}`;
    return {
      model,
      title: `Estufa ${kind.words} ${width}" ${burners} quemadores ${brand} ${model}`,
      values: {
        tipo: kind.type,
        ancho: width,
        quemadores: burners,
        horno: oven,
        encendido: ignition,
        tapa: lid,
        color: colour,
        'termopar-de-seguridad': yesNo(safety),
      },
      quetzales:
        kind.base +
        (width - 20) * 85 +
        (Number(burners) - 4) * 170 +
        (safety ? 140 : 0) +
        (colour === 'Acero inoxidable' ? 220 : 0),
      drawing: table
        ? { kind: 'cooktop', variant: burners === '2' ? 'dos' : 'cuatro', finish: finishOfColour(colour) }
        : { kind: 'stove', variant: gas ? 'gas' : 'vidrio', finish: finishOfColour(colour) },
      story: {
        openers: [
          `En la {marca} {modelo} caben los frijoles, el arroz y el café al mismo tiempo: ${burners} quemadores repartidos con espacio para ollas grandes.`,
          table
            ? 'Pequeña pero cumplidora, la {marca} {modelo} es ideal para apartamentos, negocios de comida y la casa de la costa.'
            : 'La {modelo} de {marca} es de esas estufas que invitan a hornear pan el domingo y a recalentar sin prisa el lunes.',
          'La cocina es el corazón de la casa, y la {marca} {modelo} le da fuego parejo, limpieza fácil y buena presencia.',
        ],
        features: [
          gas && 'Trae esprea para gas propano y manguera de conexión estándar.',
          gas && safety && 'El termopar corta el gas si la llama se apaga: más tranquilidad para todos.',
          ignition === 'Eléctrico' && gas && 'El encendido eléctrico prende con solo girar la perilla.',
          ignition === 'Manual' && 'Su encendido manual no depende de la corriente.',
          kind.type === 'Inducción' &&
            'La inducción calienta la olla y no el vidrio: hierve en la mitad del tiempo y se enfría enseguida.',
          kind.type === 'Eléctrica' && 'La superficie de vidrio se limpia con un paño y avisa cuando sigue caliente.',
          oven !== 'Sin horno' &&
            `El horno ${oven === 'Gas' ? 'de gas' : 'eléctrico'} tiene luz interior y rejilla ajustable.`,
          lid === 'Vidrio templado' && 'La tapa de vidrio templado protege la pared y sirve de mesa cuando no cocinas.',
          `Con ${width} pulgadas de ancho ocupa lo justo en la cocina.`,
        ],
        closers: [
          gas
            ? 'Por norma, los aparatos de gas se recogen en tienda. Pide ayuda de un técnico para la conexión.'
            : 'Necesita instalación eléctrica adecuada; consulta a un electricista antes de conectarla.',
          gas
            ? 'Este producto solo está disponible para recoger en tienda. El cilindro se vende por separado.'
            : 'Usa ollas de fondo plano para aprovechar el calor.',
          'Incluye parrillas, perillas y manual en español. Límpiala en frío y sin abrasivos.',
        ],
      },
    };
  },
};
