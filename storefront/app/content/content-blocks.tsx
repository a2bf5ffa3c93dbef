import { Fold } from '@ceiba/ui/accordion-card';
import { Icon } from '@ceiba/ui/icon';
import { island } from '../platform/island.tsx';
import type { Block } from './shown-block.ts';

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;

// An island, so that pages without these blocks do not load their script.
const MoreBlock = island(() => import('./more-block.tsx'), 'visible');

/** The blocks of a content page, in order. */
export function ContentBlocks({ blocks, className }: { blocks: readonly Block[]; className: string }) {
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-section ${className}`}>
      {[...blocks.entries()].map(([at, block]) => (
        <ContentBlock key={at} block={block} at={at} />
      ))}
    </div>
  );
}

function ContentBlock({ block, at }: { block: Block; at: number }) {
  switch (block.kind) {
    case 'text':
      return <TextBlock block={block} />;
    case 'steps':
      return <StepsBlock block={block} />;
    case 'features':
      return <FeaturesBlock block={block} />;
    case 'questions':
      return <QuestionsBlock block={block} />;
    case 'picture':
      return <PictureBlock block={block} />;
    default:
      return <MoreBlock block={block} id={`bloque-${at + 1}`} />;
  }
}

function Title({ children }: { children: string }) {
  return <h2 className="mb-4 text-2xl leading-tight lg:text-3xl">{children}</h2>;
}

function TextBlock({ block: { title, text } }: { block: Of<'text'> }) {
  return (
    <section className="max-w-[68ch]">
      {title !== '' && <Title>{title}</Title>}
      <p className="whitespace-pre-line text-ink-soft">{text}</p>
    </section>
  );
}

function StepsBlock({ block: { title, steps } }: { block: Of<'steps'> }) {
  return (
    <section>
      <Title>{title}</Title>
      <ol className="grid gap-3 sm:cols-pair lg:cols-four lg:gap-4">
        {steps.map((step, index) => (
          <li key={step.title} className="panel grid content-start gap-2">
            <span className="grid size-8 place-items-center rounded-full bg-primary font-bold text-white tabular-nums">
              {index + 1}
            </span>
            <h3 className="heading-card">{step.title}</h3>
            <p className="text-sm text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function FeaturesBlock({ block: { title, features } }: { block: Of<'features'> }) {
  return (
    <section>
      <Title>{title}</Title>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4">
        {features.map((feature) => (
          <li key={feature.title} className="panel flex gap-4">
            <span className="grid size-touch flex-none place-items-center rounded-[14px_4px_14px_4px] bg-primary-soft text-on-primary-soft">
              <Icon name={feature.icon} size="lg" />
            </span>
            <div>
              <h3 className="heading-card">{feature.title}</h3>
              <p className="mt-1 text-sm text-ink-soft">{feature.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function QuestionsBlock({ block: { title, questions } }: { block: Of<'questions'> }) {
  return (
    <section className="max-w-[68ch]">
      <Title>{title}</Title>
      <div className="border-b border-border">
        {questions.map(({ question, answer }) => (
          <Fold key={question} title={question}>
            <p className="whitespace-pre-line text-ink-soft">{answer}</p>
          </Fold>
        ))}
      </div>
    </section>
  );
}

function PictureBlock({ block: { url, label } }: { block: Of<'picture'> }) {
  return (
    <figure className="overflow-hidden rounded-leaf bg-surface-sunken">
      <img
        src={url}
        alt={label}
        width={1600}
        height={640}
        loading="lazy"
        className="h-auto max-h-[480px] w-full object-cover"
      />
    </figure>
  );
}
