import { walk } from '../dice.ts';
import { type Leaf, midTitle, screenOf, yesNo } from './leaf.ts';

const services = [
  { type: 'Instalación en pared', variant: 'pared', base: 249, minutes: 90, months: 3 },
  { type: 'Instalación en base', variant: 'base', base: 159, minutes: 45, months: 3 },
  { type: 'Configuración de Smart TV', variant: 'smart', base: 169, minutes: 60, months: 0 },
  { type: 'Garantía extendida', variant: 'garantia', base: 349, minutes: 45, months: 24 },
  { type: 'Diagnóstico a domicilio', variant: 'diagnostico', base: 179, minutes: 60, months: 0 },
] as const;
const coveredSizes = ['Hasta 43 pulgadas', 'De 44 a 65 pulgadas', 'Más de 65 pulgadas'] as const;

export const serviciosDeTv: Leaf = {
  path: 'tv-y-video/servicios',
  skuPrefix: 'SRV',
  models: 11,
  brands: ['Ceiba'],
  lines: ['Servicio'],
  views: [],
  draft({ dice, turn, serial }) {
    const service = walk(services, turn);
    const tier = ((turn % services.length) + Math.floor(turn / services.length)) % coveredSizes.length;
    const covered = coveredSizes[tier] ?? coveredSizes[0];
    const days = dice.between(1, 5);
    const support = service.months > 0 || dice.chance(0.5);
    const minutes = service.type === 'Instalación en pared' && tier === 2 ? 120 : service.minutes;
    return {
      model: `${service.type}${serial}`,
      title: `Servicio de ${midTitle(service.type)} ${midTitle(covered)}`,
      values: {
        'tipo-de-servicio': service.type,
        'tamano-de-tv-cubierto': covered,
        cobertura: walk(['Todo el país', 'Departamento de Guatemala', 'Ciudad de Guatemala'] as const, turn),
        'duracion-estimada': minutes,
        'incluye-soporte': yesNo(support),
        'plazo-de-atencion': days,
        'meses-de-cobertura': service.months,
      },
      quetzales: service.base * (1 + tier * 0.45),
      drawing: { kind: 'service', variant: service.variant, finish: 'jade', ...screenOf(turn) },
      story: {
        openers: [
          'Estrenar pantalla es la parte divertida; de lo demás nos encargamos nosotros. Un técnico de Ceiba llega a tu casa con herramienta propia y deja todo funcionando.',
          'Olvídate de buscar quién te ayude. Nuestro equipo agenda contigo, llega a la hora acordada y no se va hasta que el televisor quede listo.',
          'Hecho por gente que instala y configura televisores todos los días: rápido, limpio y con garantía sobre el trabajo.',
        ],
        features: [
          service.variant === 'pared' &&
            'El técnico elige la altura contigo, perfora, nivela y ordena los cables. El soporte se compra por aparte.',
          service.variant === 'base' &&
            'Armamos la base, conectamos tus equipos y retiramos el empaque si así lo prefieres.',
          service.variant === 'smart' &&
            'Conectamos el televisor a tu Wi-Fi, actualizamos el sistema e instalamos las aplicaciones que uses.',
          service.variant === 'garantia' &&
            'Cubre fallas de funcionamiento después de la garantía del fabricante, con repuestos y mano de obra incluidos.',
          service.variant === 'diagnostico' &&
            'Revisamos alimentación, panel, sonido y conexiones, y te entregamos un informe con la reparación recomendada.',
          `Aplica para televisores ${midTitle(covered)}.`,
          `La visita dura unos ${minutes} minutos y se agenda en un plazo de ${days === 1 ? 'un día hábil' : `${days} días hábiles`}.`,
          support && 'Incluye soporte por teléfono para cualquier duda posterior.',
        ],
        closers: [
          'No se envía nada por mensajería: después de la compra te llamamos para acordar fecha y dirección.',
          'Al confirmar tu pedido recibirás una llamada de nuestro equipo de servicios para coordinar la visita.',
        ],
      },
    };
  },
};
