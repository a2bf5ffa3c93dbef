-- Texts of the help pages of a new shop. The rows are like those of any content page, and operators change them. Names in braces
-- are replaced by numbers of the policy (domain/src/help/help-facts.ts).
insert into category_pages (slug, title, description, blocks) values
('ayuda', 'Ayuda', 'Todo sobre tu compra: entregas, pagos, devoluciones, garantías, puntos y facturas.', '[]'),
('ayuda/entregas', 'Entregas', 'Cuánto cuesta el envío a tu departamento, cuándo llega y cómo recoger en tienda.', '[
  {"kind": "questions", "title": "Preguntas frecuentes", "questions": [
    {"question": "¿Cuándo llega mi pedido?", "answer": "En el departamento de Guatemala en {homeRegionDays}; en los demás en {otherRegionDays}. Los pedidos hechos desde las {deliveryCutoffHour} cuentan como del día siguiente. Antes de pagar ves la fecha de cada producto."},
    {"question": "¿Cuándo es gratis el envío?", "answer": "En el departamento de Guatemala, desde {freeDeliveryThreshold}. Recoger en tienda siempre es gratis."},
    {"question": "¿Cuánto tarda recoger en tienda?", "answer": "Si la tienda tiene todo lo de tu pedido, está listo en {pickupPreparationMinutes} dentro de su horario. Si hay que llevarlo desde la bodega, en {transferDays}."},
    {"question": "¿Por qué mi pedido llega en varios envíos?", "answer": "Cada vendedor prepara y entrega lo suyo por separado. En tu pedido ves la fecha de cada envío."},
    {"question": "¿Cómo sé dónde está mi pedido?", "answer": "En Consulta tu pedido, con su número y tu correo, o en Mis órdenes si tienes cuenta."}
  ]}
]'),
('ayuda/pagos', 'Pagos y cuotas', 'Cómo puedes pagar, y los bancos con los que pagas en cuotas.', '[
  {"kind": "questions", "title": "Preguntas frecuentes", "questions": [
    {"question": "¿Las cuotas tienen recargo?", "answer": "No. En cuotas pagas lo mismo que al contado, o menos si tu banco da un descuento: está en la tabla."},
    {"question": "¿Desde cuánto puedo pagar en cuotas?", "answer": "Desde {installmentsMinimum} en total. Al escribir tu tarjeta ves las cuotas que tiene."},
    {"question": "¿Guardan los datos de mi tarjeta?", "answer": "Solo si lo pides, y entonces guardamos una referencia que entrega el banco. Nunca guardamos el número completo ni el código de seguridad."},
    {"question": "¿Qué pasa si mi pago no se completa?", "answer": "No se hace el pedido y nada se cobra. Puedes intentarlo de nuevo con la misma tarjeta o con otra forma de pago."}
  ]}
]'),
('ayuda/devoluciones', 'Devoluciones', 'Hasta cuándo y cómo devolver lo que compraste.', '[
  {"kind": "steps", "title": "Cómo devolver", "steps": [
    {"title": "Abre tu pedido", "text": "En Mis órdenes, elige el pedido y presiona Devolver en el producto."},
    {"title": "Cuéntanos qué pasó", "text": "Elige el motivo y agrega fotos si ayudan."},
    {"title": "Recibe tu número", "text": "Te llega por correo, y te contactamos para acordar cómo nos lo haces llegar."},
    {"title": "Lo revisamos", "text": "Cuando lo recibimos te avisamos por correo y te decimos cómo sigue."}
  ]},
  {"kind": "questions", "title": "Preguntas frecuentes", "questions": [
    {"question": "¿Cuánto tiempo tengo?", "answer": "{returnDays} desde que recibiste el producto. En tu pedido ves la fecha límite."},
    {"question": "Compré sin cuenta, ¿cómo devuelvo?", "answer": "Llámanos al {supportPhone} con el número de tu pedido, o crea una cuenta con el mismo correo."},
    {"question": "¿Qué no se puede devolver?", "answer": "Las tarjetas de regalo y las donaciones."}
  ]}
]'),
('ayuda/garantias', 'Garantías', 'Qué cubre la garantía de tu producto y cómo usarla.', '[
  {"kind": "questions", "title": "Preguntas frecuentes", "questions": [
    {"question": "¿Qué garantía tiene mi producto?", "answer": "La de su fabricante. Su duración está en la página del producto, entre sus características."},
    {"question": "¿Qué es la garantía extendida?", "answer": "Protección adicional que agregas al comprar, donde el producto la ofrece. Comienza cuando termina la del fabricante."},
    {"question": "¿Cómo uso la garantía?", "answer": "Ten a la mano tu factura o el número de tu pedido y llámanos al {supportPhone}, o visita la tienda más cercana."},
    {"question": "¿Qué pasa si llegó dañado?", "answer": "Pide la devolución desde tu pedido, con fotos. Tienes {returnDays} desde que lo recibiste."}
  ]}
]'),
('ayuda/puntos', 'Puntos', 'Cómo acumular puntos con tus compras y pagar con ellos.', '[
  {"kind": "questions", "title": "Preguntas frecuentes", "questions": [
    {"question": "¿Cómo acumulo Puntos MAX?", "answer": "Regístrate con tu documento en Mi cuenta. Ganas un punto por cada {earnedPointPrice} en productos vendidos por la tienda."},
    {"question": "¿Cuánto valen?", "answer": "{pointsOfQuetzal} puntos valen Q1."},
    {"question": "¿Cómo pago con puntos?", "answer": "En el paso de pago, elige el programa y un certificado, desde {leastCertificate}. Se descuenta del total."},
    {"question": "¿Qué pasa si cancelo mi pedido?", "answer": "Los puntos vuelven a ti."},
    {"question": "¿Con quién hablo si algo falla?", "answer": "Escribe a {loyaltyEmail}."}
  ]}
]'),
('ayuda/facturas', 'Facturas', 'Cómo recibes tu factura electrónica y a nombre de quién se emite.', '[
  {"kind": "questions", "title": "Preguntas frecuentes", "questions": [
    {"question": "¿A nombre de quién se emite?", "answer": "Con los datos que escribes al pagar: NIT, DPI, pasaporte o consumidor final (CF)."},
    {"question": "¿Hasta cuánto puedo pedirla como consumidor final?", "answer": "Las compras desde {finalConsumerLimit} necesitan NIT, DPI o pasaporte."},
    {"question": "¿Conviene pedirla con mi NIT?", "answer": "Sí: la DIACO no recibe quejas con una factura a nombre de consumidor final."},
    {"question": "¿Cómo la recibo?", "answer": "Por correo, a la dirección que escribiste al comprar. Si pagas en efectivo al recibir, llega después de la entrega."},
    {"question": "¿Puedo cambiarla?", "answer": "Revisa tus datos antes de pagar. Si algo salió mal, llámanos al {supportPhone}."}
  ]}
]'),
('ayuda/contacto', 'Contacto', 'Cómo hablar con nosotros.', '[]')
on conflict (slug) do nothing;
