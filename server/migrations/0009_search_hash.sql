-- Before PostgreSQL 18 there is no hash of a bytea to be called by name; 0010 wants one. Any hash does: it only tells whether
-- a record is the one that was known. A file of its own, as 0010 was applied already where there is one.
do $$ begin
  if to_regprocedure('hashbyteaextended(bytea, bigint)') is null then
    create function hashbyteaextended(bytea, bigint) returns bigint language sql immutable strict parallel safe
      as $f$ select hashtextextended(encode($1, 'hex'), $2) $f$;
  end if;
end $$;
