import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PageBlock, readPageFile, writePageFile } from './page-file.ts';

const file = `# Términos y condiciones

Lo que aceptas
al comprar.

![Nuestra tienda](/media/0123456789abcdef0123456789abcdef/960.webp)

## Tu compra

Primer párrafo.
Segunda línea.


Segundo párrafo con <b>letras</b>.

## Preguntas

### ¿Cuánto tiempo tengo?

{returnDays}.

### ¿Y después?
Llámanos.

## Cómo devolver

1. Abre tu pedido: En Mis órdenes.
2. Cuéntanos: Elige el motivo: uno basta.

## Ventajas

- [truck] Envío: Desde Q500.

## Marcas

[título]

## Qué lleva

[lista]
- Un cable
- Dos pilas

## Para empezar

[productos]
- TV-1

## Feria

[banner]
foto: /art/hero-sala.svg
alternativo: Una sala
enlace: /search?q=tele
botón: Ver
texto:
`;

describe('the file of a page', () => {
  test('a page file has a title, a description and blocks of every kind', () => {
    expect(readPageFile(file)).toEqual({
      ok: true,
      value: {
        title: 'Términos y condiciones',
        description: 'Lo que aceptas al comprar.',
        blocks: [
          { kind: 'picture', label: 'Nuestra tienda', url: '/media/0123456789abcdef0123456789abcdef/960.webp' },
          {
            kind: 'text',
            title: 'Tu compra',
            text: 'Primer párrafo.\nSegunda línea.\n\nSegundo párrafo con <b>letras</b>.',
          },
          {
            kind: 'questions',
            title: 'Preguntas',
            questions: [
              { question: '¿Cuánto tiempo tengo?', answer: '{returnDays}.' },
              { question: '¿Y después?', answer: 'Llámanos.' },
            ],
          },
          {
            kind: 'steps',
            title: 'Cómo devolver',
            steps: [
              { title: 'Abre tu pedido', text: 'En Mis órdenes.' },
              { title: 'Cuéntanos', text: 'Elige el motivo: uno basta.' },
            ],
          },
          { kind: 'features', title: 'Ventajas', features: [{ icon: 'truck', title: 'Envío', text: 'Desde Q500.' }] },
          { kind: 'title', title: 'Marcas' },
          { kind: 'list', title: 'Qué lleva', items: [{ text: 'Un cable' }, { text: 'Dos pilas' }] },
          { kind: 'products', title: 'Para empezar', products: [{ sku: 'TV-1' }] },
          {
            kind: 'banner',
            url: '/art/hero-sala.svg',
            label: 'Una sala',
            title: 'Feria',
            text: '',
            link: '/search?q=tele',
            linkLabel: 'Ver',
          },
        ],
      },
    });
  });

  test.each([
    ['', 1, 'La primera línea es el título'],
    ['\n\nHola\n# Título\n', 3, 'La primera línea es el título'],
    ['# Uno\n\n# Dos\n', 3, 'un solo título'],
    [`# ${'a'.repeat(121)}\n`, 1, 'de 1 a 120 letras'],
    [`# Uno\n\n${'a'.repeat(301)}\n`, 3, 'a lo más 300 letras'],
    ['# Uno\n\n## Vacío\n\n## Otro\n\nTexto\n', 3, 'no hay texto'],
    ['# Uno\n\n## Preguntas\n\nSuelto\n\n### ¿Qué?\n\nEso\n', 5, 'no va texto'],
    ['# Uno\n\n## Preguntas\n\n### ¿Qué?\n\n### ¿Cómo?\n\nAsí\n', 5, 'necesita su respuesta'],
    ['# Uno\n\n## Lista\n\n[lista]\nsin guion\n', 6, 'no es un renglón de la lista'],
    ['# Uno\n\n## Feria\n\n[banner]\nfotos: x\n', 6, 'no es un renglón de un banner'],
    ['# Uno\n\n## Pasos\n\n1. Abre: Así\n2. Sin texto\n', 6, 'no es un paso'],
  ])('the file %j is refused at line %i', (text, line, why) => {
    expect(readPageFile(text)).toMatchObject({
      ok: false,
      error: { code: 'PAGE_UNREADABLE', line, text: expect.stringContaining(why) },
    });
  });

  test('a file that the shop writes parses into the same page', () => {
    const words = fc.stringMatching(/^[A-Za-z¿?áéíóúñ<>*]{1,12}( [A-Za-z0-9.,{}áéíóúñ]{1,12}){0,4}$/);
    const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n\n'));
    const block: fc.Arbitrary<PageBlock> = fc.oneof(
      fc.record({ kind: fc.constant('text' as const), title: words, text }),
      fc.record({
        kind: fc.constant('questions' as const),
        title: words,
        questions: fc.array(fc.record({ question: words, answer: text }), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('steps' as const),
        title: words,
        steps: fc.array(fc.record({ title: words, text: words }), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('features' as const),
        title: words,
        features: fc.array(fc.record({ icon: fc.constant('truck'), title: words, text: words }), { minLength: 1 }),
      }),
      fc.record({ kind: fc.constant('title' as const), title: words }),
      fc.record({
        kind: fc.constant('list' as const),
        title: words,
        items: fc.array(fc.record({ text: words }), { minLength: 1 }),
      }),
      fc.record({
        kind: fc.constant('products' as const),
        title: words,
        products: fc.array(fc.record({ sku: words }), { minLength: 1 }),
      }),
      fc.record({
        kind: fc.constant('banner' as const),
        url: fc.constant('/art/hero-sala.svg'),
        label: words,
        title: words,
        text: words,
        link: fc.constant('/search?q=tele'),
        linkLabel: words,
      }),
      fc.record({ kind: fc.constant('picture' as const), url: fc.constant('/media/a/960.webp'), label: words }),
    );
    fc.assert(
      fc.property(words, words, fc.array(block, { maxLength: 5 }), (title, description, blocks) => {
        const page = { title, description, blocks };
        expect(readPageFile(writePageFile(page))).toEqual({ ok: true, value: page });
      }),
    );
  });
});
