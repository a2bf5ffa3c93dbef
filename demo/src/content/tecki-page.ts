import type { CategoryPage } from '@ceiba/contract/content';

/** TECH-05: what the two tech-support services are and how they work. */
export const teckiPage: CategoryPage = {
  slug: 'tv-y-video/servicios/tecki',
  title: 'Tecki: alguien que sí sabe, a una llamada',
  description:
    'Tecki es el servicio de soporte de Ceiba. Te ayudamos a conectar, configurar y resolver, sin tecnicismos y a la hora que acordemos.',
  categoryId: null,
  blocks: [
    {
      kind: 'features',
      title: 'Dos servicios, según lo que compras',
      features: [
        {
          icon: 'sparkles',
          title: 'Tecki AI · Q199.00',
          text: 'Para pantallas y dispositivos inteligentes: los conectamos a tu Wi-Fi, los vinculamos con tu celular y dejamos listas las rutinas y los asistentes de voz.',
        },
        {
          icon: 'wrench',
          title: 'Tecki Resuelve · Q299.00',
          text: 'Para computadoras, impresoras, redes, celulares, consolas y electrodomésticos: diagnóstico, configuración y soporte durante doce meses.',
        },
        {
          icon: 'headset',
          title: 'Personas de verdad',
          text: 'Te atiende un especialista en español, de lunes a sábado de 8:00 a 20:00. Sin menús eternos ni robots.',
        },
      ],
    },
    {
      kind: 'steps',
      title: 'Cómo funciona',
      steps: [
        {
          title: 'Agrégalo a tu compra',
          text: 'Marca la casilla de Tecki en la página del producto o en el panel del carrito.',
        },
        {
          title: 'Agenda tu cita',
          text: 'Al confirmar tu pedido recibes un correo con el enlace para elegir día y hora.',
        },
        {
          title: 'Conéctate',
          text: 'Te llamamos o hacemos una videollamada. Solo necesitas el equipo encendido y tu contraseña de Wi-Fi.',
        },
        {
          title: 'Listo',
          text: 'Al final te enviamos un resumen con lo que se hizo y recomendaciones para cuidar tu equipo.',
        },
      ],
    },
    {
      kind: 'text',
      title: 'Garantía de solución',
      text: 'Si no logramos resolverlo a distancia, te devolvemos lo que pagaste por el servicio o enviamos a un técnico a tu casa dentro del departamento de Guatemala, sin costo adicional.',
    },
    {
      kind: 'questions',
      title: 'Preguntas frecuentes',
      questions: [
        {
          question: '¿Es una visita a domicilio?',
          answer:
            'No. Tecki es un servicio digital por llamada o videollamada. Si prefieres una visita, revisa nuestros servicios de instalación.',
        },
        {
          question: '¿Cuánto dura la atención?',
          answer: 'La mayoría de citas toma entre 30 y 45 minutos. Si hace falta más tiempo, no tiene costo extra.',
        },
        {
          question: '¿Puedo comprarlo para un equipo que ya tengo?',
          answer: 'Sí. Escríbenos por teléfono o correo y te indicamos cómo agendarlo.',
        },
        {
          question: '¿Qué pasa si necesito reprogramar?',
          answer: 'Puedes cambiar la cita hasta dos horas antes desde el mismo enlace del correo.',
        },
        {
          question: '¿Tecki ve mi información personal?',
          answer:
            'Solo vemos lo que tú compartes durante la sesión y nunca pedimos contraseñas de bancos ni de correo.',
        },
      ],
    },
  ],
};
