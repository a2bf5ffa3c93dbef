-- Words for the search of a new shop: names that people in Guatemala use for things, in Spanish and in English. Operators change
-- these rows with `ceiba synonym`. All words are spelled as search_text spells them.

-- Groups of words with the same meaning: whether they are a quality, and what else they mean.
insert into search_synonyms (meaning, word, lexemes, is_quality, is_said)
  select meaning, word, search_lexemes(word), is_quality, is_said
  from (values
    (1, false, 'pantalla, smart tv, tele, television, televisor, tv', ''),
    (2, false, 'frigorifico, nevera, refri, refrigeracion, refrigerador, refrigeradora', ''),
    (3, false, 'cel, celular, movil, phone, smartphone, telefono, telefono celular', ''),
    (4, false, 'compu, computadora, laptop, notebook, ordenador, pc, portatil', ''),
    (5, false, 'lavado, lavadora, lavarropas', ''),
    (6, false, 'audifono, audifonos, auriculares, cascos, earbud, hand free, headphones, manos libres', ''),
    (7, false, 'altavoz, altoparlante, bafle, bocina, parlante, speaker', ''),
    (8, false, 'batidora de vaso, blender, licuadora', ''),
    (9, false, 'cocina de gas, cocina electrica, estufa, hornilla', ''),
    (10, false, 'cama, colchon, colchoneta', ''),
    (11, false, 'plancha, plancha de ropa, planchador', ''),
    (12, false, 'horno microondas, micro, micro ondas, microondas', ''),
    (13, false, 'air fryer, airfryer, freidora, freidora de aire', ''),
    (14, false, 'reloj, reloj inteligente, smart watch, smartwatch, watch', ''),
    (15, false, 'ipad, tablet, tableta, tablilla', ''),
    (16, false, 'enrutador, mesh, modem, repetidor, router, ruteador', ''),
    (18, false, 'impresora, multifuncional, printer', ''),
    (19, false, 'adaptador de corriente, cargador, charger', ''),
    (20, false, 'consola, nintendo, play station, videojuego, xbox', ''),
    (21, false, 'display, monitor, monitores', ''),
    (22, false, 'a c, ac, aire acondicionado, clima, climatizacion, mini split, minisplit', ''),
    (23, false, 'barra de sonido, barra sonido, home theater, soundbar, teatro en casa', ''),
    (24, false, 'base de pared, montaje, rack, soporte', ''),
    (25, false, 'reproductor, streaming, tv box', ''),
    (26, false, 'moto, motocicleta, motocicletas', ''),
    (27, false, 'goma, llanta, llantas, neumatico', ''),
    (28, false, 'acumulador, bateria', ''),
    (29, false, 'abanico, ventilador', ''),
    (30, false, 'certificado de regalo, gift card, giftcard, tarjeta de regalo, tarjeta regalo', ''),
    (31, false, 'inalambrico, wireless', ''),
    (32, false, 'disco solido, estado solido, ssd', ''),
    (33, false, 'camara, camara web, webcam', ''),
    (34, false, 'instalacion, instalar, montar', ''),
    (35, false, 'led tv, pantalla plana, smart televisor, television, televisor, televisor inteligente, tv', ''),
    (36, false, 'congelador, congeladora, freezer, fridge, refrigerador, refrigeradora, refrigeradoras, refrigeradorcita, refrigerator', ''),
    (37, false, 'lavadora, lavadora de ropa, lavarropa, maquina de lavar, maquina lavadora, washer, washing machine', ''),
    (38, false, 'dryer, lavadora y secadora, lavasecadora, secadora, secadora de ropa, secarropa, washer dryer', ''),
    (39, false, 'cocina, cooktop, estufa, estufas de gas, fogones, parrilla de gas, plancha de gas, range, stove', ''),
    (40, false, 'batidora, blender, extractor, juguera, licuadora, mixer', ''),
    (41, false, 'calentador de comida, hornito, horno de microondas, horno micro, microondas, microwave', ''),
    (42, false, 'air fryer, aire fryer, airfrier, airfryer, freidora de aire, freidora sinaceite, fryer, horno de aire', ''),
    (43, false, 'a c, air conditioner, air conditioning, aire acondicionado, aire frio, climatizador, enfriador de aire, split', ''),
    (44, false, 'chromebook, compu, compus, computador, computadora portatil, computer, lap top, lapto, laptop, macbook, pc portatil', ''),
    (45, false, 'android, cell phone, cellphone, celu, celular, celus, fono, iphone, mobile, mobile phone, smartphone, '
      || 'telefono inteligente, telefono movil', ''),
    (46, false, 'airpod, audifonos, audifonos de diadema, auricular, bud, diadema, earphone, earphones, headphone, headset, in ear, '
      || 'manos libres bluetooth', ''),
    (47, false, 'altavoces, bafles, bocina, bocinas, corneta, parlantes, speaker, woofer', ''),
    (48, false, 'barra de sonido, barra para tv, home theatre, sistema de sonido, soundbar, teatro en casa', ''),
    (49, false, 'escaner, fotocopiadora, imprenta, impresora, maquina de imprimir, multifuncion, printer, scanner', ''),
    (50, false, 'display, monitor, pantalla de computadora, pantalla para pc, screen', ''),
    (51, false, 'adaptador, cargador, cargador rapido, charger, cubito, cubo de carga, phone charger', ''),
    (52, false, 'bateria externa, bateria para celular, bateria portatil, cargador portatil, portable charger, power bank, powerbank', ''),
    (53, false, 'base de carga, cargador inalambrico, cargador magnetico, wireless charger', ''),
    (54, false, 'car charger, cargador de carro, cargador para carro, cargador vehicular', ''),
    (55, false, 'band, pulsera inteligente, reloj, reloj deportivo, reloj digital, reloj inteligente, smart band, smartwatches, '
      || 'wristwatch', ''),
    (56, false, 'android tablet, pad, tablet, tabletas', ''),
    (57, false, 'access point, internet, internet inalambrico, modem inalambrico, punto de acceso, router, ruter, wifi router', ''),
    (58, false, 'amplificador de senal, amplificador de wifi, amplificador wifi, extender, extensor, extensor de wifi, range extender, '
      || 'repetidor, repetidor de senal, wifi extender', ''),
    (59, false, 'inalambrico de internet, wifi', ''),
    (60, false, 'consola, consola de juegos, consola de videojuegos, game console, gaming console, nintendo switch, play, playstation, '
      || 'ps4, ps5, switch, video juegos, videojuegos', ''),
    (61, false, 'base y colchon, bed, camas, colchon, colchones, mattress', ''),
    (62, false, 'bike, moto, motocicleta, motoneta, motorbike, motorcycle', ''),
    (63, false, 'moto automatica, motoneta, pasola, scooter', ''),
    (64, false, 'caucho, llanta, neumaticos, rin, tire, tires, tyre', ''),
    (65, false, 'acumulador, acumuladores, bateria, bateria de carro, bateria de moto, bateria para carro, bateria para moto, '
      || 'car battery', ''),
    (66, false, 'bono de regalo, certificado, gift card, giftcard, regalo virtual, tarjeta de regalo, tarjeta obsequio, vale de regalo', ''),
    (67, false, 'base de tv, base para pantalla, base para tele, base para tv, bracket, brazo para tv, colgador de tv, mount, '
      || 'rack de tv, rack para tv, soporte, soportes, tv mount, wall mount', ''),
    (68, false, 'android box, android tv box, apple tv, caja de tv, chromecast, convertidor de tv, fire stick, firestick, google tv, '
      || 'reproductor, reproductor de streaming, roku, streaming, streaming device, tv box, tv stick, tvbox', ''),
    (69, false, 'colgar tele, instalacion, instalacion de tv, instalador, instalar, instalar tele, instalar televisor, instalar tv, '
      || 'montaje de tv, servicio de instalacion', ''),
    (70, false, 'arreglo de tele, reparacion, reparar, servicio de diagnostico, servicio tecnico, tecnico', ''),
    (71, false, 'configurar, configurar smart tv, servicio de configuracion', ''),
    (72, true, 'pared, wall', ''),
    (73, true, 'ventana, window', ''),
    (74, true, 'ink tank, tanque de tinta, tinta continua', ''),
    (75, true, 'all in one, multifuncional', ''),
    (76, true, 'gas, gas propano', ''),
    (77, true, 'burner, hornillas, quemadores', ''),
    (78, true, 'frigo bar, frigobar, mini bar, mini fridge, mini nevera, mini refri, mini refrigeradora, minibar, minirefri', ''),
    (79, true, 'disco de estado solido, solid state drive, ssd', ''),
    (80, true, 'memoria ram, ram', ''),
    (81, true, 'con escaner, multifuncion, multifuncional, scanner', ''),
    (82, true, 'black, color negro, negro, oscuro', ''),
    (83, true, 'blanco, hueso, perla, white', ''),
    (84, true, 'corinto, red, rojo, vino', ''),
    (85, true, 'azul, azul marino, blue, celeste, navy', ''),
    (86, true, 'green, menta, verde, verde menta', ''),
    (87, true, 'lavanda, lila, morado, purple, purpura, violeta', ''),
    (88, true, 'fucsia, pink, rosa, rosadito, rosado', ''),
    (89, true, 'grafito, gray, grey, gris, plomo', ''),
    (90, true, 'cromado, plata, plateado, silver', ''),
    (91, true, 'arena, beige, cafe claro, crema, hueso', ''),
    (92, true, 'acero, acero inoxidable, inox, inoxidable, plateado, stainless, stainless steel', ''),
    (93, true, 'cordless, inalambrico, sincable, sincables, wireless', ''),
    (94, true, 'bluethooth, bluetooth, blutooth, blutu, bt', ''),
    (95, true, 'portable, portatil', ''),
    (96, true, 'electric, electrica, electrico', ''),
    (97, true, 'induccion, induction', ''),
    (98, true, 'full size, matri, matrimonial', ''),
    (99, true, 'individual, semi, semimatrimonial, twin', ''),
    (100, true, 'queen, queen size', ''),
    (101, true, 'king, king size', ''),
    (102, true, 'carga frontal, front load, frontal', ''),
    (103, true, 'carga superior, superior, top load', ''),
    (104, true, 'french door, puerta francesa, puertas francesas', ''),
    (105, true, 'doble puerta, dos puertas, duplex, side by side', ''),
    (106, true, 'curved, curvo', ''),
    (107, true, 'tactil, touch', ''),
    (108, false, 'frezer, frizer, heladera, hielera electrica, nevecon, refri, refrigeradora', ''),
    (109, true, 'frigo, frigobar, refri chiquita, refri pequena, refrigerador chiquito, refrigerador pequeno, refrigeradora chiquita, '
      || 'refrigeradora pequena, servibar', ''),
    (110, false, 'pantalla led, plasma, tele inteligente, television inteligente, televisor, televisor smart, tv led', ''),
    (111, false, 'aparato de sonido, barra de sonido, cine en casa, componente de sonido, equipo de audio, equipo de sonido, estereo, '
      || 'home cinema, mini componente, minicomponente', ''),
    (112, false, 'aparato de sonido, bluetooth speaker, bocina, bocina amplificada, bocina de fiesta, bocinon, cajon de sonido, '
      || 'equipo de sonido, minicomponente, torre de sonido', ''),
    (113, false, 'banco de carga, banco de energia, bateria de respaldo, bateria portatil, cargador de pilas, cargador externo, '
      || 'cargador portatil, pila externa, pila portatil, pila recargable, power bank', ''),
    (114, false, 'aire, aire acondicionado, aire frio, aires, aparato de aire, climatizacion, equipo de aire', ''),
    (115, false, 'lavadora, lavadora de ropa, lavatriz, maquina lavadora', ''),
    (116, false, 'centro de lavado, lava y seca, lavadora con secadora, lavaseca, secadora, torre de lavado', ''),
    (117, false, 'anafre, cocineta, estufa, hornillas, parrilla, plancha de cocina', ''),
    (118, false, 'aire freidora, freidor, freidora, freidora de aire, freidora digital, freidora electrica, horno freidora, '
      || 'olla freidora', ''),
    (119, false, 'licuador, licuadora, liquadora, smoothie maker, vaso licuador', ''),
    (120, false, 'compu portatil, computador portatil, computadora, equipo de computo, laptop, laptos, maquina portatil, '
      || 'ordenador portatil, ultrabook', ''),
    (121, false, 'monitor, monitor compu, monitor de pc, pantalla compu, pantalla de computador, pantalla laptop, pantalla pc', ''),
    (122, false, 'copiadora, fotocopiadora, impresor, impresora, impresora multifuncional', ''),
    (123, true, 'con copiadora, con escaner, copiadora, escaner, fotocopiadora, multifuncional', ''),
    (124, false, 'aparato celular, celular inteligente, moviles, smartphone, telefonito, telefono inteligente, telefonos', ''),
    (125, false, 'banda inteligente, pulsera deportiva, pulsera fitness, reloj bluetooth, reloj de pulso, reloj inteligente, '
      || 'reloj smart, smart reloj', ''),
    (126, false, 'audifono bluetooth, audifonos, auriculares bluetooth, chicharo, chicharos, earpod, handsfree', ''),
    (127, true, 'boton, bud, chicharo, chicharos, de boton, de tapon, earbud, in ear', ''),
    (128, true, 'de diadema, diadema, vincha', 'on ear, over ear'),
    (129, false, 'antena de internet, antena wifi, aparato de internet, equipo wifi, router, wifi para casa', ''),
    (130, false, 'amplificador, amplificador de internet, booster wifi, extensor de senal, repetidor, repetidora', ''),
    (131, false, 'aparato de streaming, caja android, convertidor, convertidor smart, convertidor smart tv, reproductor, tv box android', ''),
    (132, false, 'base tele pared, brazo para pantalla, brazo para tele, brazo para televisor, colgador, colgador de tele, '
      || 'montaje de pared, soporte, soporte de pared', ''),
    (133, false, 'aparato de juegos, consola, consola de juego, juegos de video, maquina de juegos, maquina de videojuegos, '
      || 'videoconsola', ''),
    (134, false, 'cama completa, camita, colchon, colchon y base', ''),
    (135, true, 'individual, semimatrimonial, sencillo, twin, unipersonal', ''),
    (136, false, 'motito, moto de trabajo, moto urbana, motocicleta, motocicletas', ''),
    (137, false, 'regalo digital, tarjeta de regalo, tarjeta para regalar, tarjeta prepago, vale', ''),
    (138, true, 'acero inoxidable, cromado, metalico', ''),
    (139, true, 'doble', 'matrimonial'),
    (140, false, 'aparato de television, pantallota, televisor, televisorcito, telly, teve', ''),
    (141, false, 'celular android, celularcito, esmarfon, smarfon, smartfon, smartphone, telefono android, telefono con camara', ''),
    (142, false, 'compu de escritorio portatil, computadorita, laptop, mini laptop, netbook, note book', ''),
    (143, false, 'conservadora, heladerita, refrigeradora, refrigeradorcito, refrigerante', ''),
    (144, false, 'altavoz bluetooth, bafle amplificado, bocina, bocinas para fiesta, bocinita, parlantito, radio bluetooth', ''),
    (145, false, 'airdot, audifonos, audifonos de cable, auriculares inalambricos, cascos inalambricos, orejeras bluetooth', ''),
    (146, false, 'esmartwatch, reloj fit, reloj fitness, reloj inteligente, reloj para correr, smarwatch', ''),
    (147, false, 'banco de bateria, bateria recargable, cargador solar, power bank', ''),
    (148, false, 'aerofryer, air flyer, air fraier, aire fraier, eir fraier, freidora air, freidora de aire', ''),
    (149, false, 'acondicionador, acondicionador de aire, aire acondicionado, enfriador de cuarto, equipo split', ''),
    (150, false, 'barra de sonido, barra tele, barra tv, bocina para tele, bocina para tv, sonido para tele', ''),
    (151, false, 'base empotrable, base giratoria, base tv, pie de tele, soporte', ''),
    (152, false, 'cajita android, cajita tv, decodificador android, reproductor, smart box', ''),
    (153, false, 'atari, consola, consola juegos, juegos, maquinita', ''),
    (154, false, 'cubierta, llanta, llanta de carro, llantas para carro', ''),
    (155, false, 'bateria, bateria de vehiculo, bateria vehiculo, pila de carro', ''),
    (156, false, 'cocina a gas, estufa, estufa de cilindro, estufita, fogon de gas', ''),
    (157, true, 'de juegos, gamer, gaming, para gaming, para juegos, para jugar, videojuegos', '144 hz, 165 hz, 240 hz, dedicada'),
    (158, true, 'con grafica, gpu, grafica dedicada, tarjeta de video, tarjeta grafica', 'dedicada'),
    (159, true, 'red de malla, red mesh, sistema de malla, wifi malla, wifi mesh', 'mesh'),
    (160, true, 'con internet, inteligente, smart', 'google tv, roku tv, sistema propio'),
    (161, true, 'tipo c, tipoc, type c, typec, usb c, usb tipo c, usb type c, usbc', ''),
    (162, true, 'a prueba de agua, acuatico, contra agua, impermeable, para nadar, para piscina, resistente al agua, sumergible, '
      || 'waterproof', '10 atm, 3 atm, 5 atm, ip54, ip55, ip67, ip68, ipx4, ipx5, ipx7'),
    (163, true, 'infantil, kid, nena, nene, nina, nino, ninos, para nina, para ninos', ''),
    (164, true, 'clases, escolar, estudiante, estudiar, estudio, para el colegio, para estudiar, para la universidad, tareas', ''),
    (165, true, 'megapixel, megapixeles, megas, mpx', 'mp'),
    (166, true, 'chip, con chip, con datos, con sim, sim', '4g, 5g'),
    (167, true, 'calefaccion, caliente, calor, con calefaccion, frio y calor', ''),
    (168, true, 'doble canasta, dos canastas', '2 canastas'),
    (169, true, 'anc, cancelacion, cancelacion de ruido, noise cancelling, reduccion de ruido, sinruido', ''),
    (170, true, '2 puertas, doble puerta, dos puertas', 'bottom mount, french door, side by side, top mount'),
    (171, true, 'con microfono, karaoke, microfono', ''),
    (172, true, 'con lapiz, lapiz, pencil, pluma, stylus', ''),
    (173, true, 'ahorrador, ahorradora, bajo consumo, inverter', ''),
    (174, true, 'de empotrar, empotrable, empotrado', ''),
    (175, true, 'articulado, con brazo, giratorio', ''),
    (176, true, 'inclinable, reclinable', ''),
    (177, true, 'dura, duro, firme, ortopedico', 'extra firme'),
    (178, true, 'blando, suave, suavecito', ''),
    (179, true, 'para llevar, portatil, portatiles', ''),
    (180, true, 'bajos, con bajo, subwoofer, woofer', ''),
    (181, true, 'pick up, pickup, picop', '')
  ) as listed (meaning, is_quality, said, meant),
    lateral (select regexp_split_to_table(said, ', ') as word, true as is_said
      union all select regexp_split_to_table(nullif(meant, ''), ', '), false) as words;

-- Words without information about the product in a search.
insert into search_ignored
  select regexp_split_to_table('best bonita bonitas bonito bonitos buena buenas bueno buenos buscando buscar busco buy cheap chica chico chiquita '
    || 'chiquito codigo color colores compra comprar compro costo cotizacion cotizar cuanto cuesta disponible disponibles '
    || 'estilo existencia favor google grande grandes gt guatemala hay linda lindo linea marca marcas mediana mediano mejor '
    || 'mejores modelo modelos necesito new nueva nuevas nuevo nuevos online original originales pequena pequeno pequenos '
    || 'porfavor precio precios price quiero quisiera sku super tienda tiene tienen ultima ultimo valor vende venden vendo '
    || 'venta ventas ver', ' ');

-- Things that the shop does not sell, by the nearest category.
insert into search_absent (word, category_path)
  select word, nullif(path, '')
  from (values
    ('',
      'agua pura, andadera, anillo, anteojos, aretes, arroz, azucar, biberon, bicicleta estacionaria, blusa, boleto, bolsa, '
      || 'cafe, calcetines, caminadora, camisa, carne, carpa, carriola, cartera, casa, cepillo electrico, cerveza, chaqueta, '
      || 'chocolate, clavos, coche de bebe, collar, comida, comida para perro, cortadora de grama, crema, cuaderno, desodorante, '
      || 'disfraz, dulces, flores, frijol, fruta, gato, generador electrico, gorra, jabon, jean, joyas, juguete, juguetes, '
      || 'lapiz, leche, lego, lentes, libro, libros, maleta, maletas, maquillaje, maquina de afeitar, mascara, mascota, '
      || 'medicina, muneca, pan, panal, panales, pantalon, paraguas, pelota, peluche, perfume, perfumes, perro, pesas, pila, '
      || 'pilas, piscina, pizza, plancha de cabello, plancha de pelo, plantas, playera, podadora, pollo, prestamo, proteina, '
      || 'rasuradora, reloj de pared, ropa, secadora de cabello, secadora de pelo, seguro, shampoo, sueter, tela, tenis, '
      || 'terreno, tienda de campana, tornillo, tornillos, utiles escolares, vestido, viaje, vino, vitaminas, zapato, zapatos'),
    ('audio',
      'amplificador de guitarra, bateria musical, consola de audio, grabadora, guitarra, piano, radio, radio de carro, '
      || 'teclado musical, tocadiscos, violin'),
    ('celulares-y-tablets',
      'cable, cable tipo c, cable usb, chip, dron, drone, memoria micro sd, micro sd, recarga, selfie stick, '
      || 'telefono de casa, telefono fijo, tripode'),
    ('celulares-y-tablets/celulares/smartphones',
      'case, cover, estuche, estuche para celular, funda, funda para celular, mica, protector de pantalla, vidrio templado, '
      || 'vidrio templado celular'),
    ('celulares-y-tablets/tablets',
      'estuche de tablet, estuche para tablet, funda de tablet, funda para tablet, kindle'),
    ('computacion',
      'antivirus, cable de red, camara web, computadora de escritorio, disco duro, disco externo, '
      || 'escritorio para computadora, hub usb, memoria usb, microfono, mouse, mouse inalambrico, mouse pad, office, procesador, '
      || 'proyector, raton, regulador, tarjeta de video, tarjeta grafica, teclado, teclado mecanico, up, usb flash, webcam'),
    ('computacion/impresoras',
      'cartucho de tinta, hojas, papel bond, resma, toner'),
    ('computacion/laptops',
      'base para laptop, estuche para laptop, funda para laptop, mochila, mochila para laptop'),
    ('electrodomesticos',
      'arrocera, aspiradora, batidora de mano, cafetera, cafetera electrica, crock pot, cuchillos, dispensador de agua, '
      || 'exprimidor, fregadora, hervidor, maquina de coser, maquina de hacer pan, oasis, olla, olla arrocera, '
      || 'olla de cocimiento lento, olla de presion, olla electrica, ollas, plancha, plancha de ropa, plancha de vapor, '
      || 'procesador de alimentos, purificador, robot aspirador, sandwichera, sarten, tetera, tostador, tostadora, trastos, '
      || 'vajilla, vaporera, wafflera'),
    ('hogar',
      'alfombra, amueblado de sala, arbol de navidad, bombilla, cerradura, cerradura inteligente, chapa, chapa inteligente, '
      || 'closet, comedor, cortina, escalera, escritorio, espejo, extension, foco, focos, gavetero, hamaca, herramienta, '
      || 'herramientas, juego de sala, lampara, librera, mesa, mesa de comedor, mueble, mueble para tv, muebles, pintura, '
      || 'ropero, sala, silla, silla de oficina, sillas, sillon, sillon reclinable, sofa, taladro, timbre'),
    ('hogar/dormitorio',
      'almohada, almohadas, cabecera, cobija, colcha, comoda, cuna, edredon, frazada, litera, mesa de noche, '
      || 'protector de colchon, sabana, sabanas'),
    ('linea-blanca/climatizacion',
      'abanico electrico, calefactor, calentador, calentador de agua, deshumidificador, enfriador, fan, humidificador, '
      || 'ventilador, ventilador de pedestal, ventilador de techo'),
    ('linea-blanca/cocina',
      'campana, campana extractora, cilindro de gas, horno electrico, horno tostador, lavaplatos, lavavajillas, tambo de gas'),
    ('motos-y-vehiculos',
      'aceite, aceite de motor, aceite para carro, alarma para carro, asiento de carro, bici, bicicleta, candado, carro, '
      || 'casco, cuatrimoto, filtro de aire, limpiaparabrisas, patineta, patineta electrica, repuesto, repuestos, '
      || 'scooter electrico para ninos, silla para carro, triciclo'),
    ('motos-y-vehiculos/motocicletas',
      'casco de moto, casco para moto, chumpa de moto, guantes para moto'),
    ('tv-y-video',
      'antena, antena de tv, blu ray, cable hdmi, camara, camara de seguridad, camara de vigilancia, camara fotografica, '
      || 'control de tele, control para tv, control remoto, decodificador, dvd, hdmi, lente, mueble de tv, stand para tv, '
      || 'tv stand'),
    ('videojuegos',
      'control de ps5, control de xbox, control para consola, fifa, joystick, juego de ps5, lentes vr, silla gamer, '
      || 'volante gamer')
  ) as listed (path, words), regexp_split_to_table(words, ', ') as word;

-- Brands that the shop does not have, as shoppers read them and as they are typed, by the thing that is searched for instead.
insert into search_other_brands (word, shown, instead)
  select word, split_part(brand, ': ', 1), instead
  from (values
    ('aire acondicionado',
      'Carrier: carrier; Comfortstar: comfortstar; Daikin: daikin; Gree: gree; York: york'),
    ('audífonos',
      'AirPods: air pod, airpod; Beats: beat; Bose: bose; Galaxy Buds: galaxy bud; Sennheiser: sennheiser; '
      || 'Skullcandy: skullcandy'),
    ('bocina',
      'Harman Kardon: harman kardon; JBL: j b l, jbl; Marshall: marshall; Ultimate Ears: ultimate ear'),
    ('cargador',
      'Anker: anker; Belkin: belkin; Ugreen: ugreen'),
    ('colchón',
      'Camas Olympia: olympia; Olimpia: olimpia; Sealy: sealy; Serta: serta; Simmons: simmon'),
    ('consola',
      'Nintendo Switch: nintendo switch; Nintendo: nintendo; '
      || 'PlayStation: play station, playstation, playstation 4, playstation 5, ps3, ps4, ps5; Steam Deck: steam deck; '
      || 'Xbox: xbox'),
    ('freidora de aire',
      'Cosori: cosori; Cuisinart: cuisinart; Instant Pot: instant pot; Ninja: ninja'),
    ('impresora',
      'Brother: brother; Canon: canon; EcoTank: eco tank, ecotank; Epson: epson'),
    ('laptop',
      'Acer: acer; Alienware: alienware; Asus: asus; Chromebook: chromebook; Dell: dell; HP: h p, hp; Lenovo: lenovo; '
      || 'MSI: msi; MacBook: mac book, macbook; Microsoft: microsoft; ThinkPad: thinkpad; Toshiba: toshiba'),
    ('lavadora',
      'Easy: lavadora easy; Electrolux: electrolux; Maytag: maytag; Whirlpool: whirlpool, whirpool, wirpool'),
    ('licuadora',
      'Black + Decker: black and decker, black decker; Hamilton Beach: hamilton beach; KitchenAid: kitchenaid; '
      || 'Ninja Blender: ninja blender; NutriBullet: nutribullet; Oster: oster; Vitamix: vitamix'),
    ('llanta',
      'Bridgestone: bridgestone; Firestone: firestone; Goodyear: goodyear; Michelin: michelin; Pirelli: pirelli'),
    ('motocicleta',
      'Bajaj: bajaj, pulsar; Hero: hero hunk; Honda: honda; Italika: italika; Suzuki: suzuki; TVS: moto tv; Yamaha: yamaha'),
    ('refrigeradora',
      'Atlas: refri atlas; Cetron: cetron; Frigidaire: frigidaire; General Electric: general electric; Haier: haier; '
      || 'Mabe: mabe; Midea: midea'),
    ('reloj inteligente',
      'Amazfit: amazfit; Apple Watch: apple watch, iwatch; Fitbit: fitbit; Galaxy Watch: galaxy watch, samsung watch; '
      || 'Garmin: garmin; Mi Band: mi band'),
    ('reproductor de streaming',
      'Apple TV: apple tv; Chromecast: chromecast, google chromecast; '
      || 'Fire TV: amazon fire tv, fire stick, fire tv, fire tv stick, firestick; Mi Box: mi box, mi stick'),
    ('router',
      'D-Link: d link, dlink; Huawei: router huawei; Linksys: linksys; Netgear: netgear; Starlink: starlink; '
      || 'TP-Link: tp link, tplink'),
    ('smartphone',
      'Apple: apple; Google Pixel: google pixel, pixel; Honor: honor; Huawei: huawei; Infinix: infinix; '
      || 'Motorola: moto g, motorola; Nokia: nokia; Oppo: oppo; Poco: poco x; Realme: realme; Redmi: redmi, xiaomi redmi; '
      || 'Samsung Galaxy: galaxy, samsung galaxy; Samsung: samsung, sansung; Tecno: tecno spark; Vivo: vivo y; '
      || 'Xiaomi: chaomi, xiaomi; ZTE: zte; iPhone: aifon, aifone, aifono, i phone, ifon, iphon, iphone'),
    ('tablet',
      'Amazon Fire: kindle fire; Amazon: amazon; Galaxy Tab: galaxy tab, samsung galaxy tab; iPad: i pad, ipad'),
    ('televisor',
      'Hisense: hisense; Hitachi: hitachi; LG: l g, lg; Panasonic: panasonic; Philips: philip; Sankey: sankey; Sharp: sharp; '
      || 'Sony: sony; TCL: tcl; Vizio: vizio')
  ) as listed (instead, brands), regexp_split_to_table(brands, '; ') as brand,
    regexp_split_to_table(split_part(brand, ': ', 2), ', ') as word;

-- Pages that answer a search.
insert into search_answers (path, title, text) values
  ('/ayuda/contacto', null, null),
  ('/ayuda/devoluciones', null, null),
  ('/ayuda/entregas', null, null),
  ('/ayuda/facturas', null, null),
  ('/ayuda/garantias', null, null),
  ('/ayuda/pagos', null, null),
  ('/ayuda/puntos', null, null),
  ('/libro-de-quejas', 'Libro de quejas', 'Escribe una queja: recibes su número y te contestamos por correo.'),
  ('/tiendas', 'Tiendas', 'Direcciones, horarios y qué recoger.'),
  ('/track-order', 'Consulta tu pedido', 'Mira dónde va tu pedido con su número y tu correo.');
insert into search_answer_words (word, path)
  select word, path
  from (values
    ('/ayuda/contacto',
      'atencion al cliente, ayuda, call center, contactar, contacto, correo electronico, hablar con alguien, pbx, '
      || 'servicio al cliente, soporte tecnico, telefono de la tienda, whatsapp'),
    ('/ayuda/devoluciones',
      'cambio, cambios, cambios y devoluciones, devolucion, devolucion de dinero, devoluciones, devolver, '
      || 'politica de devolucion, reembolso, reembolsos, regresar producto, retorno'),
    ('/ayuda/entregas',
      'costo de envio, domicilio, entrega, entregas, envio, envio gratis, envios, flete, hacen envios, recoger en tienda, '
      || 'tiempo de entrega'),
    ('/ayuda/facturas',
      'consumidor final, factura, factura electronica, facturacion, facturar, facturas, fel, nit, recibo'),
    ('/ayuda/garantias',
      'defectuoso, garantia, garantia de producto, garantias, hacer valida garantia, producto danado, reclamar garantia'),
    ('/ayuda/pagos',
      'contra entrega, credicuotas, credito, cuotas, deposito, efectivo, financiamiento, formas de pago, mensualidades, '
      || 'metodos de pago, pago, pago contra entrega, pagos, sinintereses, tarjeta de credito, transferencia, visa cuotas, '
      || 'visacuotas'),
    ('/ayuda/puntos',
      'canjear puntos, lealtad, millas, mis puntos, puntos, puntos bac, puntos bi'),
    ('/libro-de-quejas',
      'denuncia, diaco, libro de quejas, queja, quejas, reclamo, reclamos'),
    ('/tiendas',
      'a que hora abren, agencias, direccion, donde estan, horario, horarios, sucursal, sucursales, tienda, tiendas, '
      || 'tiendas cercanas, ubicacion, ubicaciones'),
    ('/track-order',
      'donde esta mi pedido, estado de pedido, guia, mi compra, mi orden, mi pedido, mis compras, mis pedidos, '
      || 'numero de pedido, pedido, pedidos, rastrear, rastrear paquete, rastrear pedido, rastreo, seguimiento, tracking')
  ) as listed (path, words), regexp_split_to_table(words, ', ') as word;

-- Words that may be in no title, with their accents. Typing errors are corrected to these words.
insert into search_words (word, shown, lexeme, sound, products)
  select search_text(shown), shown, (search_lexemes(shown))[1], search_sound(search_text(shown)), 0
  from regexp_split_to_table('abanico abren ac acer acero acondicionador acuático acumulador acumuladores adaptador aerofryer agencias ahorrador '
    || 'ahorradora airdots aire aires airfrier airfryer airpods alguien alienware altavoces altavoz altoparlante amazfit amazon '
    || 'amplificador anafre anc android anker apple arena articulado asus atari atencion atlas audífono audífonos auricular '
    || 'auriculares ayuda azul bac bafle bafles bajaj bajos band batería batidora beach beats bed beige belkin bi bike black '
    || 'blanco blando blender blue bluethooth bluetooth blutooth blutu bocina bocinas bocinita bocinón bose botón box bracket '
    || 'bridgestone brother bt btus buds burners calefacción caliente call calor cama cámara camas cambio cambios camita '
    || 'cancelación canjear canon cargador carrier cascos caucho cel celeste cellphone celu celular celularcito celus center '
    || 'cercanas certificado cetron charger chícharo chícharos chip chromebook chromecast clases cliente clima climatización '
    || 'climatizador cocina cocineta colchón colchones colchoneta colgador comfortstar compra compras compu compus computador '
    || 'computadora computadorita computer configurar congelador congeladora conservadora consola consumidor contactar contacto '
    || 'convertidor cooktop copiadora cordless corinto corneta correo cosori costo credicuotas credito crema cromado cúbicos '
    || 'cubierta cubito cuisinart cuotas curved curvo daikin danado deck decker defectuoso dell denuncia deposito devolucion '
    || 'devoluciones devolver diaco diadema dinero direccion display doble domicilio dryer duplex dura duro ears earbuds '
    || 'earphone earphones earpods easy ecotank efectivo electric eléctrica eléctrico electrolux electronica electronico '
    || 'empotrable empotrado enrutador entrega entregas envio envios epson escáner escolar esmarfon esmartwatch estan estéreo '
    || 'estudiante estudiar estudio estufa estufita extender extensor extractor factura facturacion facturar facturas fel final '
    || 'financiamiento fire firestick firestone firme fitbit flete fogones fono formas fotocopiadora freezer freidor freidora '
    || 'frezer fridge frigidaire frigo frigobar frigorífico frízer frontal fryer fucsia galaxy gamer gaming garantia garantias '
    || 'garmin gas general giftcard gigas giratorio goma goodyear google gpu grafito gratis gray gree green grey gris guia '
    || 'hablar hacen hacer haier hamilton handsfree harman headphone headphones headset heladera heladerita hero hisense '
    || 'hitachi honda honor hora horario horarios hornilla hornillas hornito hp huawei hueso impermeable imprenta impresor '
    || 'impresora inalámbrico inclinable individual inducción induction infantil infinix inox inoxidable instalación instalador '
    || 'instalar instant inteligente internet inverter ipad iphone italika jbl juegos juguera karaoke kardon kids kilos king '
    || 'kitchenaid lápiz lapto laptop laptos lavado lavadora lavanda lavarropa lavarropas lavaseca lavasecadora lavatriz '
    || 'lealtad lenovo lg libras libro licuador licuadora lila link linksys liquadora litros llanta llantas mabe macbook '
    || 'maquinita marshall matri matrimonial mattress maytag megapixel megapixeles megas mensualidades menta mesh metálico '
    || 'metodos michelin micro micrófono microondas microsoft microwave midea millas minibar minicomponente minirefri minisplit '
    || 'mixer mobile módem monitor monitores montaje montar morado motito moto motocicleta motocicletas motoneta motorbike '
    || 'motorcycle motorola mount móvil móviles mpx msi multifunción multifuncional navy negro nena nene netbook netgear '
    || 'neumático neumáticos nevecón nevera niña ninja niño niños nintendo nit nokia notebook numero nutribullet olimpia '
    || 'olympia oppo orden ordenador ortopédico oscuro oster pad pago pagos panasonic pantalla pantallota paquete pared '
    || 'parlante parlantes parlantito parrilla pasola pbx pc pedido pedidos pencil perla philips phone pickup picop pies pink '
    || 'pirelli pixel plancha planchador plasma plata plateado play playstation plomo pluma politica portable portátil '
    || 'portátiles pot powerbank printer producto ps4 ps5 pulgadas puntos purple púrpura queen queja quejas quemadores rack ram '
    || 'range rastrear rastreo realme recibo reclamar reclamo reclamos reclinable recoger red redmi reembolso reembolsos refri '
    || 'refrigeración refrigerador refrigeradora refrigeradoras refrigeradorcita refrigeradorcito refrigerante refrigerator '
    || 'regresar reloj reparación reparar repetidor repetidora reproductor retorno rin rojo roku rosa rosadito rosado router '
    || 'ruido ruteador ruter samsung sankey scanner scooter screen sealy secadora secarropa seguimiento semi semimatrimonial '
    || 'sencillo sennheiser serta servibar servicio sharp silver sim simmons sinintereses skullcandy smarfon smart smartfon '
    || 'smartphone smartwatch smartwatches smarwatch sony soporte soportes soundbar speaker split ssd stainless starlink steam '
    || 'stick stove streaming stylus suave suavecito subwoofer sucursal sucursales sumergible superior suzuki switch tab tablet '
    || 'tableta tabletas tablilla táctil tareas tarjeta tcl técnico tecno tele telefonito teléfono teléfonos televisión '
    || 'televisor televisorcito telly teras teve thinkpad tiempo tienda tiendas tipoc tire tires toshiba touch tp tracking '
    || 'transferencia tv tvbox twin typec tyre ubicacion ubicaciones ugreen ultimate ultrabook unipersonal usbc vale valida '
    || 'ventana ventilador verde videoconsola videojuego videojuegos vincha vino violeta visa visacuotas vitamix vivo vizio '
    || 'voltios wall washer watch waterproof watts webcam whatsapp whirlpool white wifi window wireless woofer wristwatch xbox '
    || 'xiaomi yamaha york zte', ' ') as shown;
