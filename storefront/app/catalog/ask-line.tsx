import { askingTexts } from '@ceiba/domain/policies/support-links';
import { Icon } from '@ceiba/ui/icon';
import type { MouseEvent } from 'react';
import { isElsewhere } from '../platform/is-elsewhere.ts';
import { shareByDevice } from '../platform/share-sheet.ts';
import type { ProductPageData } from './product-page-data.ts';

/**
 * The last two actions of a product page: "Compartir", and "Consultar" with what to expect (WA-01, WA-05). Both are links, which need no script. On a
 * device with its own sharing, the script opens that instead of WhatsApp (DEC-150).
 */
export default function AskLine({ product: { slug, chat, shareHref } }: Pick<ProductPageData, 'product'>) {
  const share = (event: MouseEvent): void => {
    if (isElsewhere(event) || typeof navigator.share !== 'function') return;
    event.preventDefault();
    void shareByDevice(`${location.origin}/${slug}`).then((isShared) => isShared || location.assign(shareHref));
  };
  return (
    <>
      <div className="product-action">
        <a href={shareHref} rel="noreferrer" data-kept-press onClick={share}>
          <Icon name="share-2" />
          Compartir
        </a>
      </div>
      {chat && (
        <div className="product-action">
          <a href={chat.href} rel="noreferrer" aria-label={askingTexts.button}>
            <Icon name="headset" />
            Consultar
          </a>
        </div>
      )}
      {chat?.text && (
        <p className="order-1 w-full text-sm text-ink-soft">
          <b className="font-semibold">WhatsApp:</b> {chat.text}
        </p>
      )}
    </>
  );
}
