import { cx } from '@ceiba/ui/class-names';
import { useWatch } from 'react-hook-form';
import { Card } from '../detail/detail-frame.tsx';
import type { EntityControl } from '../entity/entity-place.ts';
import { ScreenFrame } from './banner-preview.tsx';
import { blocksIn, type TypedBlock } from './blocks-field.tsx';

type Texts = Partial<Record<string, string>>;

/** "Así se verá": the page of the form at the widths of a phone and of a computer, before it is saved (PROD-14). */
export function PagePreview({ form }: Pick<EntityControl, 'form'>) {
  const texts: Texts = useWatch({ control: form.control });
  return (
    <Card title="Así se verá">
      <ScreenFrame title="En un teléfono, 390 px" width={390}>
        <Page texts={texts} isPhone />
      </ScreenFrame>
      <ScreenFrame title="En una computadora, 1440 px" width={1440}>
        <Page texts={texts} isPhone={false} />
      </ScreenFrame>
    </Card>
  );
}

function Page({ texts, isPhone }: { texts: Texts; isPhone: boolean }) {
  return (
    <div className={cx('grid bg-surface text-[16px] text-ink', isPhone ? 'gap-8 p-4' : 'gap-12 px-20 py-10')}>
      <div className="max-w-[62ch]">
        <p className={cx('font-display leading-tight font-bold', isPhone ? 'text-[30px]' : 'text-[38px]')}>
          {texts['title']}
        </p>
        <p className="mt-3 text-[18px] whitespace-pre-line text-ink-soft">{texts['description']}</p>
      </div>
      {[...blocksIn(texts['blocks']).entries()].map(([at, block]) => (
        <PreviewBlock key={at} block={block} isPhone={isPhone} />
      ))}
    </div>
  );
}

const textOf = (block: Readonly<Record<string, unknown>>, name: string): string => {
  const text = block[name];
  return typeof text === 'string' ? text : '';
};

const rowsOf = (block: TypedBlock): readonly Texts[] =>
  Object.values(block).flatMap((value) => (typeof value === 'string' ? [] : value));

const columnsOf = (kind: string, isPhone: boolean): string => {
  if (isPhone || kind === 'list' || kind === 'questions') return 'grid-cols-1';
  return kind === 'features' ? 'grid-cols-3' : 'grid-cols-4';
};

/** A block in the layout of the shop. Products show only their codes, because only the shop renders their cards. */
function PreviewBlock({ block, isPhone }: { block: TypedBlock; isPhone: boolean }) {
  const [url, label, title, text] = ['url', 'label', 'title', 'text'].map((name) => textOf(block, name));
  const isBanner = block.kind === 'banner';
  return (
    <div
      className={cx(
        isBanner && 'overflow-hidden rounded-lg bg-surface-sunken',
        isBanner && !isPhone && 'grid grid-cols-2 items-center',
      )}
    >
      {url && (
        <img
          src={url}
          alt={label ?? ''}
          className={cx('w-full rounded-lg object-cover', isPhone ? 'h-[220px]' : 'max-h-[480px]')}
        />
      )}
      <div className={cx('grid gap-3', isBanner && (isPhone ? 'p-4' : 'p-10'))}>
        {title && <p className="font-display text-[24px] leading-tight font-bold">{title}</p>}
        {text && <p className="max-w-[68ch] whitespace-pre-line text-ink-soft">{text}</p>}
        {isBanner && (
          <span className="justify-self-start rounded-full bg-primary px-5 py-2 font-semibold text-white">
            {textOf(block, 'linkLabel')}
          </span>
        )}
        {rowsOf(block).length > 0 && (
          <ul className={cx('grid gap-3', columnsOf(block.kind, isPhone), block.kind === 'list' && 'list-disc pl-5')}>
            {[...rowsOf(block).entries()].map(([at, row]) => (
              <li key={at} className={cx(block.kind !== 'list' && 'rounded-lg border border-border p-4')}>
                <b className="font-semibold">{row['title'] ?? row['question'] ?? row['sku']}</b>
                <p className="whitespace-pre-line text-ink-soft">{row['text'] ?? row['answer']}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
