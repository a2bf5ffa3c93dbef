import { backToShop, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

/** An order that people of the shop corrected. */
interface CorrectedOrder {
  number: string;
  email: string;
  /** What is other than it was, as "El teléfono de contacto". */
  changed: readonly string[];
}

/** What a buyer is told when somebody of the shop corrects their order (WORK-22). What was typed is not quoted (record 0051). */
export function orderCorrectedMail({ number, email, changed }: CorrectedOrder, shop: MailingShop): WrittenMail {
  const title = `Corregimos los datos de tu pedido ${number}`;
  const news = 'Lo demás de tu pedido sigue igual.';
  const support = `Si no lo pediste o algo no está bien, llámanos al ${shop.policy.supportPhone}.`;
  const parts = [textPart('Lo que cambió', changed), textPart('¿Dudas?', [support]), backToShop(shop)];
  return mailOf({ recipient: email, subject: title, news, parts }, shop);
}
