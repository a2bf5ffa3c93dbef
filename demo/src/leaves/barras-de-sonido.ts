import { walk } from '../dice.ts';
import { type Leaf, shapeOf, yesNo } from './leaf.ts';

const layouts = [
  { channels: '2.1', watts: [160, 300], base: 899, sub: 'Inalámbrico' },
  { channels: '2.0', watts: [40, 120], base: 529, sub: 'Sin subwoofer' },
  { channels: '3.1', watts: [280, 400], base: 1599, sub: 'Inalámbrico' },
  { channels: '5.1', watts: [400, 600], base: 2599, sub: 'Inalámbrico' },
  { channels: '2.1', watts: [100, 200], base: 799, sub: 'Integrado' },
  { channels: '7.1.4', watts: [600, 700], base: 5299, sub: 'Inalámbrico' },
] as const;

export const barrasDeSonido: Leaf = {
  path: 'audio/barras-de-sonido',
  skuPrefix: 'BAR',
  models: 12,
  brands: ['Tukanel', 'Sonarquia', 'Ondalira', 'Marimbex', 'Serranvox'],
  lines: ['Cantoria', 'Tribuna', 'Eco', 'Butaca', 'Coro', 'Estadio', 'Foro', 'Palco', 'Resonar', 'Teatro'],
  views: ['ambiente', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const layout = walk(layouts, turn);
    const watts = dice.between(layout.watts[0], layout.watts[1], 20);
    const atmos =
      layout.channels === '7.1.4' ||
      (layout.channels === '5.1' && dice.chance(0.6)) ||
      (layout.channels === '3.1' && dice.chance(0.4));
    const hdmi = atmos ? 'eARC' : layout.channels === '2.0' ? dice.pick(['Sin HDMI', 'ARC']) : 'ARC';
    const length = layout.channels === '2.0' ? dice.between(60, 80, 5) : dice.between(80, 120, 5);
    const satellites = layout.channels === '5.1' || layout.channels === '7.1.4';
    const model = `${line} ${layout.channels === '7.1.4' ? 'Atmos' : Math.round(watts / 10) * 10}${serial}`;
    return {
      model,
      title: `Barra de sonido ${layout.channels} ${brand} ${model}`,
      values: {
        canales: layout.channels,
        'potencia-total': watts,
        subwoofer: layout.sub,
        'conexion-hdmi': hdmi,
        bluetooth: dice.pick(['5.0', '5.3', '5.0']),
        'dolby-atmos': yesNo(atmos),
        largo: length,
      },
      quetzales: layout.base + (watts - layout.watts[0]) * 1.6 + (atmos ? 420 : 0),
      drawing: {
        kind: 'soundbar',
        finish: dice.pick(['negro', 'grafito', 'negro', 'medianoche', 'plata']),
        variant: satellites ? 'satelites' : layout.sub === 'Inalámbrico' ? 'sub' : shapeOf(brand, turn, ['sola']),
      },
      story: {
        openers: [
          'Los televisores son cada vez más delgados y su sonido también. La {marca} {modelo} devuelve el cuerpo a las películas y la emoción a los goles sin llenar la sala de bocinas.',
          `Con ${watts} W repartidos en ${layout.channels} canales, la {modelo} de {marca} hace que los diálogos se entiendan a la primera y que las escenas de acción se sientan en el pecho.`,
          'La {marca} {modelo} se instala en minutos: un cable al televisor, uno a la corriente y la sala cambia por completo.',
          'Música mientras cocinas, cine por la noche y noticias claras por la mañana: la {marca} {modelo} se adapta a cada momento con sus modos de sonido.',
        ],
        features: [
          layout.sub === 'Inalámbrico' &&
            'El subwoofer inalámbrico se coloca donde mejor quepa, sin cables que crucen la sala.',
          layout.sub === 'Integrado' && 'El subwoofer va integrado en la barra: graves con presencia y un solo equipo.',
          layout.sub === 'Sin subwoofer' &&
            'Es una barra compacta y sencilla, perfecta para dormitorios o apartamentos.',
          atmos &&
            'Con Dolby Atmos el sonido también viene de arriba: la lluvia cae, el helicóptero pasa sobre tu cabeza.',
          satellites && 'Las bocinas traseras te rodean de verdad, como en la fila central del cine.',
          hdmi !== 'Sin HDMI' && `La conexión HDMI ${hdmi} te deja manejar el volumen con el control del televisor.`,
          hdmi === 'Sin HDMI' && 'Se conecta por entrada óptica o auxiliar, compatible con casi cualquier televisor.',
          'Por Bluetooth suena la música de tu celular en segundos.',
          `Mide ${length} cm de largo y cabe bajo la mayoría de pantallas.`,
        ],
        closers: [
          'Incluye control remoto, cable de corriente, cable de audio y plantilla para colgarla en la pared.',
          'En la caja vienen la barra, el control con baterías y los cables para empezar de una vez.',
          'Combínala con un televisor de su tamaño o mayor para que el conjunto se vea equilibrado.',
        ],
      },
    };
  },
};
