import { walk } from '../dice.ts';
import { type Leaf, shapeOf, yesNo } from './leaf.ts';

export const reproductoresDeStreaming: Leaf = {
  path: 'tv-y-video/reproductores-de-streaming',
  skuPrefix: 'STR',
  models: 8,
  brands: ['Ondalira', 'Lumbrisa', 'Claristral', 'Atitlux'],
  lines: ['Vía', 'Puente', 'Enlace', 'Señal', 'Ruta', 'Cauce'],
  views: ['caja', 'detalle'],
  draft({ dice, turn, brand, line, serial }) {
    const is4k = turn % 3 !== 0;
    const format = shapeOf(brand, turn, ['stick', 'caja']);
    const memory = is4k ? dice.pick([16, 32, 8]) : dice.pick([4, 8]);
    const wifi = is4k && dice.chance(0.6) ? 'Wi-Fi 6' : 'Wi-Fi 5';
    const ethernet = format === 'caja';
    const voice = is4k || dice.chance(0.4);
    const model = `${line} ${is4k ? '4K' : 'HD'}${format === 'caja' ? ' Max' : ''}${serial}`;
    return {
      model,
      title: `Reproductor de streaming ${is4k ? '4K UHD' : 'Full HD'} ${brand} ${model}`,
      values: {
        'resolucion-maxima': is4k ? '4K UHD' : 'Full HD',
        formato: format === 'caja' ? 'Caja' : 'Stick',
        'memoria-interna': memory,
        'wi-fi': wifi,
        'puerto-ethernet': yesNo(ethernet),
        'control-por-voz': yesNo(voice),
      },
      quetzales: (is4k ? 499 : 339) + (ethernet ? 180 : 0) + memory * 7 + (wifi === 'Wi-Fi 6' ? 60 : 0),
      drawing: {
        kind: 'streamer',
        variant: format,
        finish: walk(['negro', 'grafito', 'medianoche', 'bosque', 'plata', 'carmesi', 'arena'], turn),
      },
      story: {
        openers: [
          'El {marca} {modelo} le da una segunda vida a ese televisor que todavía se ve bien pero ya no abre aplicaciones. Lo conectas al HDMI, entras con tu cuenta y en diez minutos estás viendo tu serie.',
          'Pequeño, discreto y listo para viajar: el {modelo} de {marca} se esconde detrás del televisor y pone todo tu contenido en un solo menú.',
          'Con el {marca} {modelo} ya no necesitas cambiar de pantalla para tener un televisor inteligente. Arranca rápido y recuerda en qué capítulo te quedaste.',
          'Ideal para el dormitorio, el negocio o la casa de descanso: el {marca} {modelo} convierte cualquier entrada HDMI en tu centro de entretenimiento.',
        ],
        features: [
          is4k && 'Reproduce en 4K UHD, con detalle suficiente para notar la textura del césped en el estadio.',
          !is4k && 'La imagen Full HD se ve limpia incluso con internet de pocos megas.',
          wifi === 'Wi-Fi 6' && 'El Wi-Fi 6 mantiene la señal estable aunque haya muchos aparatos conectados en casa.',
          wifi === 'Wi-Fi 5' && 'El Wi-Fi de doble banda evita las pausas en las escenas importantes.',
          ethernet && 'Si prefieres cable, el puerto Ethernet le da la conexión más estable posible.',
          voice && 'El control incluye micrófono: di el nombre de la película y aparece.',
          `Sus ${memory} GB de memoria alcanzan para tus aplicaciones favoritas sin estar borrando a cada rato.`,
          'El control también maneja el volumen y el encendido del televisor, así que guardas el otro en la gaveta.',
        ],
        closers: [
          'Incluye control remoto con baterías, cable de corriente y adaptador de pared.',
          'En la caja encuentras todo lo necesario para empezar hoy mismo; solo pon tu Wi-Fi y tus cuentas.',
          'Se alimenta por USB o con el adaptador incluido. Revisa que tu televisor tenga una entrada HDMI libre.',
        ],
      },
    };
  },
};
