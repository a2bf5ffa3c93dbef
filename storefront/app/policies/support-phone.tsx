import { supportPhoneLink } from '@ceiba/domain/policies/support-links';
import { usePolicy } from './shop-policy.ts';

/** The shop's phone number within a sentence: a link if it can be dialled, otherwise text. */
export function SupportPhone() {
  const policy = usePolicy();
  const link = supportPhoneLink(policy);
  if (link === undefined) return <b>{policy.supportPhone}</b>;
  return (
    <a href={link} className="link">
      {policy.supportPhone}
    </a>
  );
}
