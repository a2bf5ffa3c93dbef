import { type PageBlock, readPageFile } from '@ceiba/domain/content/page-file';
import { Card } from '../detail/detail-frame.tsx';
import type { EntityTrial } from '../entity/entity-place.ts';
import { Note } from '../platform/notes.tsx';

const linesOf = (block: PageBlock): string[] => {
  switch (block.kind) {
    case 'title':
      return [];
    case 'text':
      return [block.text];
    case 'list':
      return block.items.map(({ text }) => `• ${text}`);
    case 'products':
      return block.products.map(({ sku }) => sku);
    case 'banner':
      return [block.text, block.linkLabel];
    case 'steps':
      return block.steps.map(({ title, text }) => `${title}: ${text}`);
    case 'features':
      return block.features.map(({ title, text }) => `${title}: ${text}`);
    case 'questions':
      return block.questions.map(({ question, answer }) => `${question}\n${answer}`);
    case 'picture':
      return [block.label];
  }
};

/** Shows the typed legal text as shoppers will read it, before it is saved (PROD-29). */
export const LegalTrial: EntityTrial = ({ texts: { text = '' } }) => {
  if (text.trim() === '') return null;
  const read = readPageFile(text);
  return (
    <Card title="Vista previa">
      {read.ok ? (
        <article className="stack" aria-label="Texto de muestra">
          <h3 className="text-lg">{read.value.title}</h3>
          {read.value.description !== '' && <p className="whitespace-pre-line">{read.value.description}</p>}
          {read.value.blocks.map((block) => (
            <section key={JSON.stringify(block)} className="stack gap-1">
              {'title' in block && <h4 className="font-semibold">{block.title}</h4>}
              <p className="whitespace-pre-line text-ink-soft">{linesOf(block).join('\n')}</p>
            </section>
          ))}
        </article>
      ) : (
        <Note kind="error">{`Línea ${read.error.line}: ${read.error.text}`}</Note>
      )}
    </Card>
  );
};
