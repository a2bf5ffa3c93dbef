-- A coupon that no longer takes anything off is shown to nobody, and shut its cart out of points: the certificate was
-- refused after its points had been blocked. It gives its place, as it does to another coupon (record 0026).

drop function put_cart_certificate(uuid, timestamptz);

-- Puts a certificate whose points are blocked into its cart's slot; with a refusal its points are given back.
-- `idle_coupon`: takes nothing off by now, as the caller has seen; null = none. Calls without it come from before.
create function put_cart_certificate(of_code uuid, moment timestamptz, idle_coupon text default null) returns text language plpgsql as $$
declare
  certificate points_certificates;
  refusal text;
begin
  select * into certificate from points_certificates where code = of_code;
  refusal := lock_cart(certificate.cart_id);
  if refusal is null and exists (
    select from carts where id = certificate.cart_id
      and (certificate_code is not null or coupon_code is distinct from idle_coupon and coupon_code is not null)) then
    refusal := 'COUPON_ALREADY_APPLIED';
  end if;
  if refusal is null then
    update points_certificates set status = 'held', settle_after = null where code = of_code and status = 'holding';
    if not found then return 'CERTIFICATE_EXPIRED'; end if;
    update carts set coupon_code = null, certificate_code = of_code::text, certificate_amount = certificate.amount,
        updated_at = moment
      where id = certificate.cart_id;
    return null;
  end if;
  update points_certificates set status = 'giving_back', settle_after = clock_timestamp() where code = of_code and status = 'holding';
  perform settle_points_soon();
  return refusal;
end $$;
