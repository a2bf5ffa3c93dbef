import { backToShop, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

/** An order that staff have corrected. */
interface CorrectedOrder {
  number: string;
  email: string;
  /** The names of the corrected fields, such as "El teléfono de contacto". */
  changed: readonly string[];
}

/** Writes the mail to a buyer whose order was corrected by staff (WORK-22). The mail does not contain the new values (record 0051). */
export function orderCorrectedMail({ number, email, changed }: CorrectedOrder, shop: MailingShop): WrittenMail {
  const title = `Corregimos los datos de tu pedido ${number}`;
  const news = 'Lo demás de tu pedido sigue igual.';
  const support = `Si no lo pediste o algo no está bien, llámanos al ${shop.policy.supportPhone}.`;
  const parts = [textPart('Lo que cambió', changed), textPart('¿Dudas?', [support]), backToShop(shop)];
  return mailOf({ recipient: email, subject: title, news, parts }, shop);
}
