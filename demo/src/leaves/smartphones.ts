import { walk } from '../dice.ts';
import type { Story } from '../story.ts';
import type { Leaf } from './leaf.ts';
import { screenOf, shapeOf } from './leaf.ts';

const grades = [
  {
    name: '',
    ram: [6, 8],
    storage: [128, 256],
    camera: [50, 64],
    charge: [33, 45],
    net: '5G',
    proof: ['IP54', 'Sin certificación'],
    base: 2199,
  },
  {
    name: 'e',
    ram: [3, 4],
    storage: [64, 128],
    camera: [13, 48, 50],
    charge: [10, 18],
    net: '4G',
    proof: ['Sin certificación'],
    base: 1099,
  },
  {
    name: 'Pro',
    ram: [8, 12],
    storage: [256, 512],
    camera: [108, 200, 64],
    charge: [67, 120],
    net: '5G',
    proof: ['IP67', 'IP68'],
    base: 4299,
  },
  {
    name: 'Neo',
    ram: [4, 6],
    storage: [128],
    camera: [50, 64],
    charge: [18, 33],
    net: '4G',
    proof: ['IP54', 'Sin certificación'],
    base: 1599,
  },
  {
    name: 'Ultra',
    ram: [12, 16],
    storage: [512, 1024],
    camera: [200],
    charge: [67, 120],
    net: '5G',
    proof: ['IP68'],
    base: 7899,
  },
] as const;
const colourChoices = [
  ['Negro', 'Azul'],
  ['Negro', 'Verde', 'Morado'],
  ['Plata'],
  ['Azul', 'Plata'],
  ['Negro'],
  ['Verde', 'Negro', 'Azul', 'Plata'],
  ['Morado', 'Negro'],
] as const;

interface Phone {
  grade: (typeof grades)[number];
  inches: number;
  ram: number;
  storage: number;
  camera: number;
  battery: number;
  charge: number;
  proof: string;
}

export const smartphones: Leaf = {
  path: 'celulares-y-tablets/celulares/smartphones',
  skuPrefix: 'CEL',
  models: 15,
  brands: ['Zentukia', 'Celarquo', 'Kukuvolt', 'Voltequia', 'Serranvox', 'Chispatek'],
  lines: [
    'Nova',
    'Nahual',
    'Ámbar',
    'Vela',
    'Quetzal',
    'Brisa',
    'Obsidiana',
    'Faro',
    'Trueno',
    'Cima',
    'Chispa',
    'Senda',
  ],
  views: ['frente', 'reverso', 'detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const grade = walk(grades, turn);
    const phone: Phone = {
      grade,
      inches: dice.between(grade.base > 4000 ? 6.5 : 6.1, grade.base > 4000 ? 6.9 : 6.7, 0.1),
      ram: dice.pick(grade.ram),
      storage: dice.pick(grade.storage),
      camera: dice.pick(grade.camera),
      battery: dice.between(grade.base < 1500 ? 5000 : 4500, grade.base > 4000 ? 6500 : 6000, 100),
      charge: dice.pick(grade.charge),
      proof: dice.pick(grade.proof),
    };
    const model = `${line} ${5 + (turn % 9)}${grade.name === 'e' ? 'e' : grade.name ? ` ${grade.name}` : ''}${serial}`;
    return {
      model,
      title: `Smartphone ${brand} ${model} ${phone.storage} GB`,
      values: {
        'tamano-de-pantalla': phone.inches,
        'memoria-ram': phone.ram,
        almacenamiento: phone.storage,
        'camara-principal': phone.camera,
        bateria: phone.battery,
        red: grade.net,
        'carga-rapida': phone.charge,
        'ranuras-sim': grade.base > 4000 ? 'SIM y eSIM' : dice.pick(['Dual SIM', 'Dual SIM', 'SIM y eSIM']),
        color: 'Negro',
        resistencia: phone.proof,
      },
      quetzales: grade.base * (1 + phone.storage / 2600 + phone.ram / 90 + phone.camera / 2400),
      colours: walk(colourChoices, turn),
      colourSlug: 'color',
      drawing: {
        kind: 'phone',
        cam: shapeOf(brand, Math.floor(turn / 6), ['tri', 'bar', 'duo', 'ring']),
        ...screenOf(turn + 10),
      },
      story: tell(phone),
    };
  },
};

const tell = (phone: Phone): Story => ({
  openers: [
    `El {marca} {modelo} llega con lo que más se usa en el día: una pantalla de ${phone.inches} pulgadas, ${phone.storage} GB para guardar de todo y una batería que no te deja a medias.`,
    phone.grade.base > 4000
      ? 'El {marca} {modelo} es para quien toma el celular en serio: fotos de noche, video, juegos y veinte aplicaciones abiertas sin que se sienta el peso.'
      : 'El {marca} {modelo} demuestra que no hace falta gastar de más para tener un celular rápido, bonito y que dure.',
    `Tomar una foto sin pensarlo y que salga bien: con su cámara de ${phone.camera} MP, el {modelo} de {marca} se encarga de la luz, el enfoque y los colores.`,
    `${phone.battery.toLocaleString('en-US')} mAh son muchas horas de mapas, mensajes y música. El {marca} {modelo} empieza contigo por la mañana y llega a la noche con carga.`,
    'Con un acabado que no se queda marcado con cada huella y un tamaño cómodo en la mano, el {marca} {modelo} se ve de categoría y se siente mejor.',
  ],
  features: [
    phone.grade.net === '5G' && 'La red 5G baja películas en un momento y mantiene las videollamadas estables.',
    phone.grade.net === '4G' && 'La red 4G tiene cobertura en prácticamente todo el país, también fuera de la ciudad.',
    `Sus ${phone.ram} GB de memoria RAM cambian de una aplicación a otra sin volver a cargarlas.`,
    phone.charge >= 45 && `Con la carga rápida de ${phone.charge} W, media hora de enchufe alcanza para todo el día.`,
    phone.charge < 45 && `La carga de ${phone.charge} W repone la batería mientras te alistas por la mañana.`,
    phone.camera >= 108 && `El sensor de ${phone.camera} MP permite recortar la foto y conservar el detalle.`,
    phone.camera < 108 && 'El modo noche aclara las fotos en interiores sin necesidad de flash.',
    phone.proof !== 'Sin certificación' &&
      `Tiene protección ${phone.proof} contra polvo y agua para los accidentes de todos los días.`,
    `En ${phone.storage} GB caben miles de fotos, tus chats y la música que escuchas sin conexión.`,
    'El lector de huella y el reconocimiento facial lo desbloquean al instante.',
  ],
  closers: [
    'Viene liberado para cualquier operador de Guatemala. Incluye cable USB-C, protector sencillo y herramienta para la SIM.',
    'Incluye cable y guía rápida en español. Protege la pantalla desde el primer día con nuestra protección de 6 o 12 meses.',
    'Celular nuevo, liberado y con garantía en Guatemala. El cargador de pared se vende por separado en algunos colores.',
    'Pasa tus fotos y contactos del celular anterior en pocos minutos con el asistente de inicio.',
  ],
});
