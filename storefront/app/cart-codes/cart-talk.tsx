import { unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import { cartCodeTexts } from '@ceiba/domain/cart-codes/cart-code';
import { formatWeekdayDateText } from '@ceiba/domain/dates/spanish-date';
import { askingLink, askingTexts, supportChatLink } from '@ceiba/domain/policies/support-links';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { useMutation, useQuery } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { useCopyLink } from '../alerts/use-copy-link.ts';
import { callCart } from '../carts/cart-call.ts';
import { cartScope } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { shareByDevice } from '../platform/share-sheet.ts';
import { usePolicy } from '../policies/shop-policy.ts';

const failed = { title: 'No pudimos compartir tu carrito', message: 'Intenta de nuevo en un momento.' };

/** "Consultar por WhatsApp" and "Compartir carrito" (WA-01, WA-03). A press creates the code of the current cart, in the cart's queue (CART-24). */
export default function CartTalk({ cartId }: { cartId: string }) {
  const policy = usePolicy();
  const hasChat = supportChatLink(policy) !== null;
  const { copy, field, byHand } = useCopyLink();
  const hours = useQuery({
    queryKey: ['chat'],
    enabled: hasChat,
    staleTime: 60_000,
    queryFn: async ({ signal }) => unwrap(await api('getChatAnswer', {}, { signal })).data,
  });
  const make = useMutation({
    scope: cartScope,
    mutationFn: async (_: 'ask' | 'share') => {
      const call = (id: string) => api('makeCartCode', { params: { id }, body: {} });
      return unwrap(await callCart(call, { of: cartId })).fields.data;
    },
    onError: (error) => showAlert({ id: 'cart-alerts', type: 'Error', ...failureWords(error, failed) }),
  });
  const ask = (): void =>
    make.mutate('ask', {
      onSuccess: (made) => {
        const chat = askingLink(policy, askingTexts.cart(made));
        // Opens in this tab, because browsers block a new tab after a call.
        if (chat !== null) window.open(chat, '_self');
      },
    });
  const share = (): void =>
    make.mutate('share', {
      onSuccess: async ({ url }) => {
        if (!(await shareByDevice(url))) await copy(url);
      },
    });
  const isMaking = (use: 'ask' | 'share'): boolean => make.isPending && make.variables === use;
  return (
    <section aria-label="Hablar de tu carrito" className="panel grid gap-3">
      {hasChat && (
        <div className="grid gap-1.5">
          <Button
            variant="outline"
            block
            loading={isMaking('ask')}
            onClick={ask}
            icon={<Icon name="headset" size="sm" />}
          >
            {askingTexts.button}
          </Button>
          {hours.data?.text && <p className="text-center text-sm text-ink-soft">{hours.data.text}</p>}
        </div>
      )}
      <Button
        variant="ghost"
        block
        loading={isMaking('share')}
        onClick={share}
        icon={<Icon name="share-2" size="sm" />}
      >
        {cartCodeTexts.share}
      </Button>
      <div role="status" className="grid empty:hidden">
        {make.data !== undefined && (
          <TextField
            ref={field}
            label={`Tu código: ${make.data.code}`}
            name="cart-link"
            readOnly
            value={make.data.url}
            hint={`${byHand} Vale hasta el ${formatWeekdayDateText(make.data.expiresAt)}. Muestra los productos, no quién eres.`}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </div>
    </section>
  );
}
