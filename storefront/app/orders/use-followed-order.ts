import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';
import type { FollowedOrder } from '@ceiba/contract/order-shapes';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../platform/api.ts';

export interface FollowedPair {
  orderNumber: string;
  email: string;
}

interface Followed {
  order: FollowedOrder | null;
  /** The reason why the order cannot be shown, and advice for the shopper. */
  problem: FailureWords | null;
  isBusy: boolean;
  /** True while the link of a mail is being opened: the form is not shown yet. */
  isOpening: boolean;
  find: (pair: FollowedPair) => void;
}

const wrongPair: FailureWords = {
  title: 'No encontramos ese pedido',
  message: 'Revisa el número y el correo: están en el mensaje que te enviamos al comprar.',
};

const wrongLink: FailureWords = {
  title: 'Este enlace no es válido',
  message: 'Abre el enlace completo desde el correo, o consulta con el número de tu pedido.',
};

const failed: FailureWords = {
  title: 'No pudimos consultar tu pedido',
  message: 'Intenta de nuevo en un momento. Tu pedido sigue igual.',
};

/** An order shown without an account: by `link` immediately, or by number and e-mail when the shopper asks for it. */
export function useFollowedOrder(link: string | null): Followed {
  const [order, setOrder] = useState<FollowedOrder | null>(null);
  const [problem, setProblem] = useState<FailureWords | null>(null);
  const [isBusy, setBusy] = useState(false);
  // False at first, because the server's markup is the same for everybody, without a link.
  const [isOpening, setOpening] = useState(false);
  const ask = useCallback(async (pending: ReturnType<typeof byLink | typeof byPair>, unknown: FailureWords) => {
    setProblem(null);
    const answer = await pending;
    if (answer.ok) setOrder(answer.value.data);
    else setProblem(answer.error.status === 404 ? unknown : failureWords(new ApiFailure(answer.error), failed));
  }, []);
  useEffect(() => {
    if (link === null) return;
    setOpening(true);
    void ask(byLink(link), wrongLink).finally(() => setOpening(false));
  }, [ask, link]);
  const find = (pair: FollowedPair): void => {
    setBusy(true);
    void ask(byPair(pair), wrongPair).finally(() => setBusy(false));
  };
  return { order, problem, isBusy, isOpening, find };
}

const byLink = (link: string) => api('openOrderLink', { body: { link } });

const byPair = ({ orderNumber, email }: FollowedPair) =>
  api('findOrder', { body: { orderNumber: orderNumber.trim(), email: email.trim() } });
