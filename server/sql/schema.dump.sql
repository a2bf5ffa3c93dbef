create extension btree_gist;
create extension fuzzystrmatch;
create extension pg_trgm;
create extension unaccent;
create type cart_status as enum ('open', 'placing', 'ordered', 'closed');
create type delivery_state as enum ('waiting', 'delivered', 'dead', 'dropped');
create type gift_card_movement_kind as enum ('issued', 'taken', 'given', 'redeemed', 'redeem_reversed', 'voided');
create type money_movement_kind as enum ('capture', 'reversal', 'refund_due', 'refund', 'till_payment', 'till_refund', 'cash_collected', 'chargeback', 'points_taken', 'points_given', 'gift_card_taken', 'gift_card_given', 'cash_uncollected', 'cash_written_off');
create type order_status as enum ('placing', 'voiding', 'void', 'pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled');
create type payment_status as enum ('pending', 'approved', 'refused', 'reversing', 'reversed');
create type points_status as enum ('issued', 'holding', 'held', 'claimed', 'capturing', 'captured', 'written_off', 'giving_back', 'given_back');
create type product_kind as enum ('goods', 'gift_card', 'service');
create type refund_state as enum ('awaiting_approval', 'due', 'sent', 'done', 'rejected');
create type shipment_state as enum ('waiting', 'ready', 'picking', 'packed', 'sent', 'at_store', 'undelivered', 'delivered', 'canceled');
create type till_movement_kind as enum ('payment', 'unpaid', 'collected', 'refund', 'in', 'out', 'deposit');
create text search configuration ceiba_spanish: asciihword spanish_stem, asciiword spanish_stem, email simple, file simple, float simple, host simple, hword unaccent spanish_stem, hword_asciipart spanish_stem, hword_numpart simple, hword_part unaccent spanish_stem, int simple, numhword simple, numword simple, sfloat simple, uint simple, url simple, url_path simple, version simple, word unaccent spanish_stem
create sequence advisors_id_seq as integer start 1 increment 1;
create sequence category_numbers as integer start 0 increment 1;
create sequence order_numbers as bigint start 100000001 increment 1;
create sequence product_codes_made as bigint start 1001 increment 1;
create sequence product_companions_id_seq as integer start 1 increment 1;

create table account_links (
  token_hash bytea not null,
  customer_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  new_email text
);
alter table account_links add constraint account_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table account_links add constraint account_links_new_email CHECK (((purpose = 'email'::text) = (new_email IS NOT NULL)));
alter table account_links add constraint account_links_pkey PRIMARY KEY (token_hash);
alter table account_links add constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'email'::text])));
CREATE INDEX account_links_customer ON public.account_links USING btree (customer_id, purpose);
CREATE INDEX account_links_expires ON public.account_links USING btree (expires_at);

create table addresses (
  id uuid not null,
  customer_id uuid not null,
  alias text not null,
  street text[] not null,
  city text not null,
  region_id integer not null,
  zone text not null,
  latitude double precision,
  longitude double precision,
  is_default boolean not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  nit text not null,
  trusted_person jsonb,
  created_at timestamp with time zone not null
);
alter table addresses add constraint addresses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table addresses add constraint addresses_pkey PRIMARY KEY (id);
alter table addresses add constraint addresses_region_id_fkey FOREIGN KEY (region_id) REFERENCES departments(region_id);
CREATE INDEX addresses_customer ON public.addresses USING btree (customer_id, created_at);
CREATE UNIQUE INDEX addresses_default ON public.addresses USING btree (customer_id) WHERE is_default;

create table advisors (
  hash text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  store_code text not null,
  first_name text not null,
  added_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  id integer not null default nextval('advisors_id_seq'::regclass),
  staff_email text,
  version integer not null default 1
);
alter table advisors add constraint advisors_hash_check CHECK (((length(hash) >= 1) AND (length(hash) <= 64)));
alter table advisors add constraint advisors_pkey PRIMARY KEY (hash);
alter table advisors add constraint advisors_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
CREATE UNIQUE INDEX advisors_id ON public.advisors USING btree (id);
CREATE UNIQUE INDEX advisors_staff ON public.advisors USING btree (lower(staff_email)) WHERE ((staff_email IS NOT NULL) AND (ended_at IS NULL));
CREATE TRIGGER advisors_version BEFORE UPDATE ON public.advisors FOR EACH ROW WHEN (((((old.first_name IS DISTINCT FROM new.first_name) OR (old.store_code IS DISTINCT FROM new.store_code)) OR (old.staff_email IS DISTINCT FROM new.staff_email)) OR (old.ended_at IS DISTINCT FROM new.ended_at))) EXECUTE FUNCTION count_version();

create table analytics_messages (
  id uuid not null,
  event text not null,
  data jsonb not null,
  order_id uuid,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  last_error text,
  cart_id uuid
);
alter table analytics_messages add constraint analytics_messages_check CHECK (((order_id IS NOT NULL) = (event = 'purchase'::text)));
alter table analytics_messages add constraint analytics_messages_event_check CHECK ((event = ANY (ARRAY['checkout_payment'::text, 'purchase'::text])));
alter table analytics_messages add constraint analytics_messages_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table analytics_messages add constraint analytics_messages_order_id_key UNIQUE (order_id);
alter table analytics_messages add constraint analytics_messages_pkey PRIMARY KEY (id);
CREATE INDEX analytics_messages_age ON public.analytics_messages USING btree (created_at);
CREATE UNIQUE INDEX analytics_messages_cart ON public.analytics_messages USING btree (event, cart_id) WHERE (cart_id IS NOT NULL);
CREATE INDEX analytics_messages_unsent ON public.analytics_messages USING btree (created_at) WHERE (sent_at IS NULL);

create table api_tokens (
  id uuid not null,
  token_hash bytea not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  last_used_at timestamp with time zone
);
alter table api_tokens add constraint api_tokens_life CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '366 days'::interval))));
alter table api_tokens add constraint api_tokens_name_check CHECK (((name <> ''::text) AND (length(name) <= 100)));
alter table api_tokens add constraint api_tokens_pkey PRIMARY KEY (id);
alter table api_tokens add constraint api_tokens_scopes_check CHECK ((cardinality(scopes) > 0));
alter table api_tokens add constraint api_tokens_token_hash_key UNIQUE (token_hash);

create table applied_sql (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp()
);
alter table applied_sql add constraint applied_sql_pkey PRIMARY KEY (name, checksum);

create table audit_entries (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null default ''::text,
  request_id text,
  operation text not null,
  entity text not null,
  entity_id text not null,
  before jsonb not null default '{}'::jsonb,
  after jsonb not null default '{}'::jsonb,
  reason text,
  written_at timestamp with time zone not null default clock_timestamp(),
  seal bigint
);
alter table audit_entries add constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'token'::text, 'command'::text, 'job'::text])));
alter table audit_entries add constraint audit_entries_pkey PRIMARY KEY (id);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at);
CREATE INDEX audit_entries_entity ON public.audit_entries USING btree (entity, entity_id, id);
CREATE INDEX audit_entries_kind ON public.audit_entries USING btree (actor_kind, id);
CREATE INDEX audit_entries_name ON public.audit_entries USING btree (actor_name, id);
CREATE INDEX audit_entries_operation ON public.audit_entries USING btree (operation, id);
CREATE INDEX audit_entries_seal ON public.audit_entries USING btree (seal, id);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_changed_audit();
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_audit();

create table audit_seals (
  id bigint not null,
  entries bigint not null,
  hash bytea not null,
  at timestamp with time zone not null
);
alter table audit_seals add constraint audit_seals_entries_check CHECK ((entries > 0));
alter table audit_seals add constraint audit_seals_pkey PRIMARY KEY (id);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_changed_audit();
CREATE TRIGGER audit_seals_kept BEFORE TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_audit();

create table backup_runs (
  id uuid not null,
  kind text not null,
  copy text not null,
  place text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  bytes bigint,
  error text
);
alter table backup_runs add constraint backup_runs_error_ends CHECK (((error IS NULL) OR (ended_at IS NOT NULL)));
alter table backup_runs add constraint backup_runs_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'backup-elsewhere'::text, 'restore'::text, 'drill'::text])));
alter table backup_runs add constraint backup_runs_pkey PRIMARY KEY (id);
CREATE INDEX backup_runs_done ON public.backup_runs USING btree (kind, ended_at) WHERE ((ended_at IS NOT NULL) AND (error IS NULL));

create table bank_ledger_positions (
  account text not null,
  read_until timestamp with time zone not null
);
alter table bank_ledger_positions add constraint bank_ledger_positions_pkey PRIMARY KEY (account);

create table banners (
  id integer not null generated always as identity,
  place text not null,
  "position" integer not null,
  eyebrow text not null default ''::text,
  title text not null,
  text text not null default ''::text,
  link text not null,
  link_label text not null,
  note text not null default ''::text,
  picture_url text not null,
  tone text not null default 'dark'::text,
  phone_picture_url text,
  alt text not null default ''::text,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  version integer not null default 1
);
alter table banners add constraint banners_pkey PRIMARY KEY (id);
alter table banners add constraint banners_place_check CHECK ((place = ANY (ARRAY['hero'::text, 'promo'::text, 'second_hero'::text])));
alter table banners add constraint banners_tone_check CHECK ((tone = ANY (ARRAY['dark'::text, 'light'::text, 'crimson'::text, 'jade'::text, 'corn'::text])));
CREATE TRIGGER banners_placed BEFORE INSERT ON public.banners FOR EACH ROW WHEN ((new."position" IS NULL)) EXECUTE FUNCTION banner_placed();
CREATE TRIGGER banners_purge AFTER INSERT OR DELETE OR UPDATE ON public.banners FOR EACH ROW EXECUTE FUNCTION banner_purge();
CREATE TRIGGER banners_version BEFORE UPDATE ON public.banners FOR EACH ROW WHEN (((((((((((((old.eyebrow IS DISTINCT FROM new.eyebrow) OR (old.title IS DISTINCT FROM new.title)) OR (old.text IS DISTINCT FROM new.text)) OR (old.link IS DISTINCT FROM new.link)) OR (old.link_label IS DISTINCT FROM new.link_label)) OR (old.note IS DISTINCT FROM new.note)) OR (old.picture_url IS DISTINCT FROM new.picture_url)) OR (old.tone IS DISTINCT FROM new.tone)) OR (old.phone_picture_url IS DISTINCT FROM new.phone_picture_url)) OR (old.alt IS DISTINCT FROM new.alt)) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION count_version();

create table begun_offers (
  product_id bigint not null,
  sales_price bigint not null,
  ends_at timestamp with time zone not null
);
alter table begun_offers add constraint begun_offers_pkey PRIMARY KEY (product_id);
alter table begun_offers add constraint begun_offers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX begun_offers_ends ON public.begun_offers USING btree (ends_at);

create table bought_together (
  product_id bigint not null,
  companion_id bigint not null,
  orders integer not null
) with (fillfactor=80);
alter table bought_together add constraint bought_together_companion_id_fkey FOREIGN KEY (companion_id) REFERENCES products(id) ON DELETE CASCADE;
alter table bought_together add constraint bought_together_orders_check CHECK ((orders > 0));
alter table bought_together add constraint bought_together_pkey PRIMARY KEY (product_id, companion_id);
alter table bought_together add constraint bought_together_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX bought_together_companion ON public.bought_together USING btree (companion_id);
CREATE INDEX bought_together_most ON public.bought_together USING btree (product_id, orders DESC, companion_id);

create table brands (
  id integer not null generated always as identity,
  title text not null,
  slug text not null,
  state text not null default 'visible'::text,
  replaced_by integer,
  version integer not null default 1,
  twin integer not null default 0
);
alter table brands add constraint brands_pkey PRIMARY KEY (id);
alter table brands add constraint brands_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES brands(id);
alter table brands add constraint brands_slug_key UNIQUE (slug);
alter table brands add constraint brands_state_check CHECK ((state = ANY (ARRAY['visible'::text, 'hidden'::text, 'retired'::text])));
alter table brands add constraint brands_title_key UNIQUE (title);
CREATE UNIQUE INDEX brands_twins ON public.brands USING btree (search_fold(title), twin);
CREATE TRIGGER brands_purge AFTER UPDATE ON public.brands FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION catalog_purge_name('brand');
CREATE TRIGGER brands_remember_address AFTER UPDATE OF title ON public.brands FOR EACH ROW WHEN ((old.title <> new.title)) EXECUTE FUNCTION remember_address();
CREATE TRIGGER brands_search AFTER UPDATE ON public.brands FOR EACH ROW WHEN ((old.title <> new.title)) EXECUTE FUNCTION names_search_refresh();
CREATE TRIGGER brands_version BEFORE UPDATE ON public.brands FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION count_version();

create unlogged table call_budgets (
  budget text not null,
  caller text not null,
  calls integer not null,
  ends_at timestamp with time zone not null
);
alter table call_budgets add constraint call_budgets_pkey PRIMARY KEY (budget, caller);
CREATE INDEX call_budgets_ends_at ON public.call_budgets USING btree (ends_at);

create table captcha_proofs (
  proof text not null,
  expires_at timestamp with time zone not null
);
alter table captcha_proofs add constraint captcha_proofs_pkey PRIMARY KEY (proof);
CREATE INDEX captcha_proofs_expired ON public.captcha_proofs USING btree (expires_at);

create table card_bins (
  bin text not null,
  bank_name text not null,
  brand text not null,
  plans integer[] not null default '{}'::integer[],
  has_discount boolean not null default false,
  plan_list text not null default ''::text,
  version integer not null default 1,
  discount_starts_at timestamp with time zone,
  discount_ends_at timestamp with time zone
);
alter table card_bins add constraint card_bins_bin_check CHECK ((bin ~ '^[0-9]{6}$'::text));
alter table card_bins add constraint card_bins_brand_check CHECK ((brand = ANY (ARRAY['visa'::text, 'mastercard'::text, 'amex'::text])));
alter table card_bins add constraint card_bins_pkey PRIMARY KEY (bin);
alter table card_bins add constraint card_bins_plans_check CHECK (((2 <= ALL (plans)) AND (120 >= ALL (plans))));
CREATE TRIGGER card_bins_plans BEFORE INSERT OR UPDATE ON public.card_bins FOR EACH ROW EXECUTE FUNCTION card_bin_plans();
CREATE TRIGGER card_bins_purge AFTER INSERT OR DELETE OR UPDATE ON public.card_bins FOR EACH ROW EXECUTE FUNCTION shop_policy_purge();
CREATE TRIGGER card_bins_version BEFORE UPDATE ON public.card_bins FOR EACH ROW WHEN (((((((old.brand IS DISTINCT FROM new.brand) OR (old.bank_name IS DISTINCT FROM new.bank_name)) OR (old.plans IS DISTINCT FROM new.plans)) OR (old.has_discount IS DISTINCT FROM new.has_discount)) OR (old.discount_starts_at IS DISTINCT FROM new.discount_starts_at)) OR (old.discount_ends_at IS DISTINCT FROM new.discount_ends_at))) EXECUTE FUNCTION count_version();

create table cart_code_lines (
  code text not null,
  "position" smallint not null,
  product_id bigint not null,
  offer_id text,
  parent_sku text,
  quantity integer not null,
  price bigint,
  warranty_sku text,
  warranty_price bigint
);
alter table cart_code_lines add constraint cart_code_lines_code_fkey FOREIGN KEY (code) REFERENCES cart_codes(code) ON DELETE CASCADE;
alter table cart_code_lines add constraint cart_code_lines_pkey PRIMARY KEY (code, "position");
alter table cart_code_lines add constraint cart_code_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table cart_code_lines add constraint cart_code_lines_quantity_check CHECK ((quantity > 0));
alter table cart_code_lines add constraint cart_code_lines_warranty_sku_fkey FOREIGN KEY (warranty_sku) REFERENCES warranties(sku);

create table cart_codes (
  code text not null,
  cart_id uuid,
  contents text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);
alter table cart_codes add constraint cart_codes_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE SET NULL;
alter table cart_codes add constraint cart_codes_code_check CHECK ((code ~ '^[2-9A-HJKMNP-TV-Z]{8}$'::text));
alter table cart_codes add constraint cart_codes_pkey PRIMARY KEY (code);
CREATE INDEX cart_codes_cart ON public.cart_codes USING btree (cart_id);
CREATE INDEX cart_codes_expiry ON public.cart_codes USING btree (expires_at);

create table cart_lines (
  id uuid not null,
  cart_id uuid not null,
  product_id bigint not null,
  seller_id integer not null,
  offer_id text,
  parent_sku text,
  quantity integer not null,
  warranty_sku text,
  gift_card jsonb,
  event_url text,
  added_at timestamp with time zone not null default now(),
  seen_price bigint
) with (fillfactor=80);
alter table cart_lines add constraint cart_lines_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE;
alter table cart_lines add constraint cart_lines_once UNIQUE NULLS NOT DISTINCT (cart_id, product_id, seller_id, offer_id, warranty_sku, gift_card);
alter table cart_lines add constraint cart_lines_pkey PRIMARY KEY (id);
alter table cart_lines add constraint cart_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table cart_lines add constraint cart_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10)));
alter table cart_lines add constraint cart_lines_warranty_sku_fkey FOREIGN KEY (warranty_sku) REFERENCES warranties(sku);
CREATE TRIGGER cart_lines_seen_price BEFORE INSERT ON public.cart_lines FOR EACH ROW WHEN ((new.seen_price IS NULL)) EXECUTE FUNCTION note_seen_price();

create table carts (
  id uuid not null,
  status cart_status not null default 'open'::cart_status,
  customer_id uuid,
  email text,
  shipping_address jsonb,
  shipping_method text,
  billing_address jsonb,
  payment_method jsonb,
  coupon_code text,
  donation bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  certificate_code text,
  certificate_amount bigint,
  merged_into uuid,
  advisor_hash text,
  link_expires_at timestamp with time zone,
  cloned_from uuid,
  cloned_as_of timestamp with time zone,
  link_id uuid,
  link_ended_at timestamp with time zone
) with (fillfactor=70);
alter table carts add constraint carts_advisor_hash_fkey FOREIGN KEY (advisor_hash) REFERENCES advisors(hash);
alter table carts add constraint carts_link_id_fkey FOREIGN KEY (link_id) REFERENCES carts(id) ON DELETE SET NULL;
alter table carts add constraint carts_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES carts(id) ON DELETE SET NULL;
alter table carts add constraint carts_pkey PRIMARY KEY (id);
CREATE INDEX carts_certificate ON public.carts USING btree (id) WHERE ((certificate_code IS NOT NULL) AND (status = 'open'::cart_status));
CREATE INDEX carts_closed ON public.carts USING btree (id) WHERE (status = 'closed'::cart_status);
CREATE INDEX carts_copies ON public.carts USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX carts_links ON public.carts USING btree (cloned_from) WHERE (link_expires_at IS NOT NULL);
CREATE INDEX carts_merged_into ON public.carts USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX carts_open_customer ON public.carts USING btree (customer_id) WHERE ((status = 'open'::cart_status) AND (customer_id IS NOT NULL));
CREATE INDEX carts_open_guests ON public.carts USING btree (id) WHERE ((status = 'open'::cart_status) AND (customer_id IS NULL));
CREATE UNIQUE INDEX carts_order_of_link ON public.carts USING btree (link_id) WHERE ((status = ANY (ARRAY['placing'::cart_status, 'ordered'::cart_status])) AND (link_id IS NOT NULL));
CREATE INDEX carts_placing ON public.carts USING btree (id) WHERE (status = 'placing'::cart_status);
CREATE TRIGGER carts_certificate_leaves AFTER UPDATE OF certificate_code ON public.carts FOR EACH ROW WHEN (((old.certificate_code IS DISTINCT FROM new.certificate_code) AND (old.certificate_code IS NOT NULL))) EXECUTE FUNCTION give_back_points_of_cart();
CREATE TRIGGER carts_deleted_with_certificate AFTER DELETE ON public.carts FOR EACH ROW WHEN ((old.certificate_code IS NOT NULL)) EXECUTE FUNCTION give_back_points_of_cart();
CREATE CONSTRAINT TRIGGER carts_donation_check AFTER INSERT OR UPDATE OF donation ON public.carts NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN (((new.donation < 100) OR (new.donation > 100000))) EXECUTE FUNCTION refuse_cart();
CREATE TRIGGER carts_end_payment_link AFTER UPDATE OF status ON public.carts FOR EACH ROW WHEN (((new.link_id IS NOT NULL) AND (new.status = 'ordered'::cart_status) AND (old.status <> 'ordered'::cart_status))) EXECUTE FUNCTION end_payment_link();
CREATE CONSTRAINT TRIGGER carts_one_slot AFTER INSERT OR UPDATE OF coupon_code, certificate_code, certificate_amount ON public.carts NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN (((num_nonnulls(new.coupon_code, new.certificate_code) > 1) OR ((new.certificate_code IS NULL) <> (new.certificate_amount IS NULL)) OR (new.certificate_amount <= 0))) EXECUTE FUNCTION refuse_cart();
CREATE CONSTRAINT TRIGGER carts_shipping_method_check AFTER INSERT OR UPDATE OF shipping_method ON public.carts NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN ((new.shipping_method <> ALL (ARRAY['delivery'::text, 'pickup'::text]))) EXECUTE FUNCTION refuse_cart();

create table categories (
  id integer not null,
  parent_id integer,
  path text not null,
  slug text not null,
  title text not null,
  level integer not null,
  "position" integer not null default 0,
  picture_key text,
  ancestor_ids integer[] not null default '{}'::integer[],
  description text not null default ''::text,
  needs_serial boolean not null default false,
  state text not null default 'visible'::text,
  replaced_by integer,
  version integer not null default 1
);
alter table categories add constraint categories_hang_together CHECK (((level = 1) = (parent_id IS NULL)));
alter table categories add constraint categories_level_check CHECK (((level >= 1) AND (level <= 5)));
alter table categories add constraint categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES categories(id);
alter table categories add constraint categories_path_key UNIQUE (path);
alter table categories add constraint categories_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES media(key);
alter table categories add constraint categories_pkey PRIMARY KEY (id);
alter table categories add constraint categories_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES categories(id);
alter table categories add constraint categories_state_check CHECK ((state = ANY (ARRAY['visible'::text, 'hidden'::text, 'retired'::text])));
CREATE INDEX categories_parent ON public.categories USING btree (parent_id, "position");
CREATE TRIGGER categories_branch AFTER UPDATE OF ancestor_ids ON public.categories FOR EACH ROW WHEN ((old.ancestor_ids <> new.ancestor_ids)) EXECUTE FUNCTION categories_branch();
CREATE TRIGGER categories_follow_attributes AFTER UPDATE OF ancestor_ids ON public.categories FOR EACH ROW WHEN (((old.ancestor_ids <> new.ancestor_ids) AND (new.parent_id IS NOT NULL))) EXECUTE FUNCTION categories_follow_attributes();
CREATE TRIGGER categories_purge AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION content_purge();
CREATE TRIGGER categories_remember_address AFTER UPDATE OF path ON public.categories FOR EACH ROW WHEN ((old.path <> new.path)) EXECUTE FUNCTION remember_address();
CREATE TRIGGER categories_search AFTER UPDATE ON public.categories FOR EACH ROW WHEN (((old.title <> new.title) OR (old.ancestor_ids <> new.ancestor_ids))) EXECUTE FUNCTION names_search_refresh();
CREATE TRIGGER categories_version BEFORE UPDATE ON public.categories FOR EACH ROW WHEN (((((((((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.description IS DISTINCT FROM new.description)) OR (old.state IS DISTINCT FROM new.state)) OR (old.picture_key IS DISTINCT FROM new.picture_key)) OR (old.replaced_by IS DISTINCT FROM new.replaced_by)) OR (old.needs_serial IS DISTINCT FROM new.needs_serial))) EXECUTE FUNCTION count_version();

create table category_attributes (
  id integer not null generated always as identity,
  category_id integer not null,
  code text not null,
  name text not null,
  type text not null,
  unit text not null default ''::text,
  choices text not null default ''::text,
  is_required boolean not null default false,
  is_filterable boolean not null default true,
  "position" integer not null default 0,
  version integer not null default 1,
  former_units text[] not null default '{}'::text[],
  twin integer not null default 0,
  role text,
  sheet_group text not null default ''::text,
  required_from date
);
alter table category_attributes add constraint category_attributes_category_id_code_key UNIQUE (category_id, code);
alter table category_attributes add constraint category_attributes_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table category_attributes add constraint category_attributes_category_id_name_key UNIQUE (category_id, name);
alter table category_attributes add constraint category_attributes_code_check CHECK ((code ~ '^[a-z0-9_-]{1,60}$'::text));
alter table category_attributes add constraint category_attributes_pkey PRIMARY KEY (id);
alter table category_attributes add constraint category_attributes_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'flag'::text, 'choice'::text])));
CREATE UNIQUE INDEX category_attributes_role ON public.category_attributes USING btree (category_id, role);
CREATE UNIQUE INDEX category_attributes_twins ON public.category_attributes USING btree (category_id, search_fold(name), twin);
CREATE TRIGGER category_attributes_branch BEFORE INSERT OR UPDATE OF role ON public.category_attributes FOR EACH ROW WHEN ((new.role IS NOT NULL)) EXECUTE FUNCTION category_attributes_branch();
CREATE TRIGGER category_attributes_changed AFTER UPDATE ON public.category_attributes FOR EACH ROW WHEN ((((((((((old.name IS DISTINCT FROM new.name) OR (old.type IS DISTINCT FROM new.type)) OR (old.unit IS DISTINCT FROM new.unit)) OR (old.choices IS DISTINCT FROM new.choices)) OR (old.is_required IS DISTINCT FROM new.is_required)) OR (old.is_filterable IS DISTINCT FROM new.is_filterable)) OR (old."position" IS DISTINCT FROM new."position")) OR (old.role IS DISTINCT FROM new.role)) OR (old.sheet_group IS DISTINCT FROM new.sheet_group))) EXECUTE FUNCTION category_attributes_written();
CREATE TRIGGER category_attributes_unit BEFORE UPDATE ON public.category_attributes FOR EACH ROW WHEN ((old.unit <> new.unit)) EXECUTE FUNCTION category_attributes_unit();
CREATE TRIGGER category_attributes_version BEFORE UPDATE ON public.category_attributes FOR EACH ROW WHEN (((((((((((old.name IS DISTINCT FROM new.name) OR (old.type IS DISTINCT FROM new.type)) OR (old.unit IS DISTINCT FROM new.unit)) OR (old.choices IS DISTINCT FROM new.choices)) OR (old.is_required IS DISTINCT FROM new.is_required)) OR (old.is_filterable IS DISTINCT FROM new.is_filterable)) OR (old."position" IS DISTINCT FROM new."position")) OR (old.role IS DISTINCT FROM new.role)) OR (old.sheet_group IS DISTINCT FROM new.sheet_group)) OR (old.required_from IS DISTINCT FROM new.required_from))) EXECUTE FUNCTION count_version();
CREATE TRIGGER category_attributes_written AFTER INSERT OR DELETE ON public.category_attributes FOR EACH ROW EXECUTE FUNCTION category_attributes_written();

create table category_infos (
  category_id integer not null,
  tags_list jsonb not null default '[]'::jsonb,
  installation_guide jsonb
);
alter table category_infos add constraint category_infos_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table category_infos add constraint category_infos_pkey PRIMARY KEY (category_id);
alter table category_infos add constraint category_infos_tags_have_a_look_of_the_shop CHECK (content_tags_fit(tags_list));
CREATE TRIGGER category_infos_purge AFTER INSERT OR DELETE OR UPDATE ON public.category_infos FOR EACH ROW EXECUTE FUNCTION category_info_purge();

create table category_pages (
  slug text not null,
  title text not null,
  description text not null default ''::text,
  category_id integer,
  blocks jsonb not null default '[]'::jsonb,
  standard jsonb,
  id integer not null generated by default as identity,
  is_published boolean not null default true,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  version integer not null default 1
);
alter table category_pages add constraint category_pages_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table category_pages add constraint category_pages_pkey PRIMARY KEY (slug);
CREATE TRIGGER category_pages_moved AFTER UPDATE OF slug ON public.category_pages FOR EACH ROW WHEN (((old.slug <> new.slug) AND (old.category_id IS NULL))) EXECUTE FUNCTION category_page_moved();
CREATE TRIGGER category_pages_own_texts BEFORE UPDATE OF title, description, blocks ON public.category_pages FOR EACH ROW WHEN (((new.standard IS NOT NULL) AND (NOT (new.standard IS DISTINCT FROM old.standard)) AND (((old.title IS DISTINCT FROM new.title) OR (old.description IS DISTINCT FROM new.description)) OR (old.blocks IS DISTINCT FROM new.blocks)))) EXECUTE FUNCTION own_page_texts();
CREATE TRIGGER category_pages_purge AFTER INSERT OR DELETE OR UPDATE ON public.category_pages FOR EACH ROW EXECUTE FUNCTION category_page_purge();
CREATE TRIGGER category_pages_version BEFORE UPDATE ON public.category_pages FOR EACH ROW WHEN ((((((((old.slug IS DISTINCT FROM new.slug) OR (old.title IS DISTINCT FROM new.title)) OR (old.description IS DISTINCT FROM new.description)) OR (old.blocks IS DISTINCT FROM new.blocks)) OR (old.is_published IS DISTINCT FROM new.is_published)) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION count_version();
CREATE TRIGGER category_pages_written BEFORE INSERT OR UPDATE OF slug ON public.category_pages FOR EACH ROW WHEN ((new.category_id IS NULL)) EXECUTE FUNCTION category_page_written();

create table complaint_answers (
  id uuid not null,
  complaint integer not null,
  text text not null,
  answered_at timestamp with time zone not null
);
alter table complaint_answers add constraint complaint_answers_complaint_fkey FOREIGN KEY (complaint) REFERENCES complaints(number) ON DELETE CASCADE;
alter table complaint_answers add constraint complaint_answers_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX complaint_answers_once ON public.complaint_answers USING btree (complaint, md5(text));

create table complaints (
  number integer not null generated by default as identity,
  name text not null,
  email text not null,
  phone text not null,
  order_number bigint,
  text text not null,
  request_key text,
  filed_at timestamp with time zone not null
);
alter table complaints add constraint complaints_pkey PRIMARY KEY (number);
alter table complaints add constraint complaints_request_key_key UNIQUE (request_key);

create table coupon_series (
  prefix text not null,
  label text not null,
  note text,
  codes integer not null,
  percent_bp integer,
  amount bigint,
  cap bigint,
  minimum_subtotal bigint not null default 0,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1
);
alter table coupon_series add constraint coupon_series_amount_check CHECK ((amount > 0));
alter table coupon_series add constraint coupon_series_cap_check CHECK ((cap > 0));
alter table coupon_series add constraint coupon_series_codes_check CHECK (((codes >= 1) AND (codes <= 10000)));
alter table coupon_series add constraint coupon_series_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 10000)));
alter table coupon_series add constraint coupon_series_pkey PRIMARY KEY (prefix);
alter table coupon_series add constraint coupon_series_prefix_check CHECK ((prefix = upper(prefix)));
alter table coupon_series add constraint coupon_series_value CHECK ((num_nonnulls(percent_bp, amount) = 1));
CREATE TRIGGER coupon_series_codes AFTER INSERT ON public.coupon_series FOR EACH ROW EXECUTE FUNCTION make_series_codes();
CREATE TRIGGER coupon_series_version BEFORE UPDATE ON public.coupon_series FOR EACH ROW WHEN (((old.note IS DISTINCT FROM new.note) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION count_version();

create table coupon_uses (
  order_id uuid not null,
  code text not null,
  email text not null,
  used_at timestamp with time zone not null default now()
);
alter table coupon_uses add constraint coupon_uses_code_fkey FOREIGN KEY (code) REFERENCES coupons(code);
alter table coupon_uses add constraint coupon_uses_pkey PRIMARY KEY (order_id);
CREATE INDEX coupon_uses_code ON public.coupon_uses USING btree (code, email);

create table coupons (
  code text not null,
  label text not null,
  percent_bp integer,
  amount bigint,
  cap bigint,
  minimum_subtotal bigint not null default 0,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  total_limit integer,
  customer_limit integer,
  used_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  series text
);
alter table coupons add constraint coupons_amount_check CHECK ((amount > 0));
alter table coupons add constraint coupons_cap_check CHECK ((cap > 0));
alter table coupons add constraint coupons_check CHECK ((num_nonnulls(percent_bp, amount) = 1));
alter table coupons add constraint coupons_code_check CHECK ((code = upper(code)));
alter table coupons add constraint coupons_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 10000)));
alter table coupons add constraint coupons_pkey PRIMARY KEY (code);
alter table coupons add constraint coupons_series_fkey FOREIGN KEY (series) REFERENCES coupon_series(prefix);
alter table coupons add constraint coupons_series_once CHECK (((series IS NULL) OR (NOT (total_limit IS DISTINCT FROM 1)))) NOT VALID;
CREATE INDEX coupons_series ON public.coupons USING btree (series, code) WHERE (series IS NOT NULL);
CREATE TRIGGER coupons_version BEFORE UPDATE ON public.coupons FOR EACH ROW WHEN (((((old.label IS DISTINCT FROM new.label) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.total_limit IS DISTINCT FROM new.total_limit)) OR (old.customer_limit IS DISTINCT FROM new.customer_limit))) EXECUTE FUNCTION count_version();

create table couriers (
  code text not null,
  name text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  twin integer not null default 0
);
alter table couriers add constraint couriers_code_check CHECK ((code ~ '^[a-z0-9-]{1,40}$'::text));
alter table couriers add constraint couriers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table couriers add constraint couriers_name_key UNIQUE (name);
alter table couriers add constraint couriers_pkey PRIMARY KEY (code);
CREATE UNIQUE INDEX couriers_twins ON public.couriers USING btree (search_fold(name), twin);
CREATE TRIGGER couriers_version BEFORE UPDATE ON public.couriers FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION count_version();

create table customers (
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  created_at timestamp with time zone not null default now(),
  password_hash text,
  email_confirmed_at timestamp with time zone,
  phone text,
  dpi text,
  date_of_birth date,
  gender smallint,
  nit text,
  billing_name text,
  billing_address text,
  has_loyalty boolean not null default false,
  device_epoch integer not null default 0,
  restock_stopped_at timestamp with time zone
);
alter table customers add constraint customers_device_epoch_check CHECK ((device_epoch >= 0));
alter table customers add constraint customers_dpi_check CHECK ((dpi ~ '^\d{13}$'::text));
alter table customers add constraint customers_email_check CHECK ((email = lower(email)));
alter table customers add constraint customers_email_key UNIQUE (email);
alter table customers add constraint customers_gender_check CHECK ((gender = ANY (ARRAY[1, 2])));
alter table customers add constraint customers_phone_check CHECK ((phone ~ '^[2-7]\d{7}$'::text));
alter table customers add constraint customers_pkey PRIMARY KEY (id);
CREATE INDEX customers_created ON public.customers USING btree (created_at, id);
CREATE INDEX customers_nit ON public.customers USING btree (nit) WHERE (nit IS NOT NULL);
CREATE INDEX customers_nit_parts ON public.customers USING gin (nit gin_trgm_ops) WHERE (nit IS NOT NULL);
CREATE INDEX customers_phone ON public.customers USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX customers_terms ON public.customers USING gin (customer_terms(first_name, last_name, email, phone, nit));
CREATE TRIGGER customers_delete_restock_by_email AFTER DELETE ON public.customers FOR EACH ROW WHEN ((old.email_confirmed_at IS NOT NULL)) EXECUTE FUNCTION delete_restock_by_email();
CREATE TRIGGER customers_events AFTER INSERT OR DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION customers_events();
CREATE TRIGGER customers_forget_restock_mailed AFTER UPDATE OF email, email_confirmed_at ON public.customers FOR EACH ROW WHEN (((new.email_confirmed_at IS NOT NULL) AND ((old.email_confirmed_at IS NULL) OR (old.email <> new.email)))) EXECUTE FUNCTION forget_restock_mailed();
CREATE TRIGGER customers_keep_restock_stop AFTER DELETE ON public.customers FOR EACH ROW WHEN (((old.restock_stopped_at IS NOT NULL) AND (old.email_confirmed_at IS NULL))) EXECUTE FUNCTION keep_restock_stop();
CREATE TRIGGER customers_keep_restock_stop_of_former AFTER UPDATE OF email ON public.customers FOR EACH ROW WHEN (((old.restock_stopped_at IS NOT NULL) AND (old.email_confirmed_at IS NULL) AND (old.email <> new.email))) EXECUTE FUNCTION keep_restock_stop();
CREATE TRIGGER customers_take_restock_stop AFTER INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION take_restock_stop();

create table delivery_attempts (
  id bigint not null generated always as identity,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  at timestamp with time zone not null,
  status integer,
  error text,
  ms integer not null,
  answer text not null default ''::text
);
alter table delivery_attempts add constraint delivery_attempts_pkey PRIMARY KEY (id);
CREATE INDEX delivery_attempts_at ON public.delivery_attempts USING btree (at);
CREATE INDEX delivery_attempts_endpoint ON public.delivery_attempts USING btree (endpoint_id, at);
CREATE INDEX delivery_attempts_event ON public.delivery_attempts USING btree (event_id);

create table departments (
  region_id integer not null,
  title text not null,
  "position" integer not null,
  is_active boolean not null default true,
  version integer not null default 1
);
alter table departments add constraint departments_pkey PRIMARY KEY (region_id);
CREATE TRIGGER departments_help_purge AFTER INSERT OR DELETE OR UPDATE ON public.departments FOR EACH ROW EXECUTE FUNCTION help_purge();
CREATE TRIGGER departments_numbered BEFORE INSERT ON public.departments FOR EACH ROW WHEN ((new.region_id IS NULL)) EXECUTE FUNCTION department_numbered();
CREATE TRIGGER departments_purge AFTER INSERT OR DELETE OR UPDATE ON public.departments FOR EACH ROW EXECUTE FUNCTION stores_purge();
CREATE TRIGGER departments_version BEFORE UPDATE ON public.departments FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old."position" IS DISTINCT FROM new."position")) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION count_version();

create table desk_notice_reads (
  staff_id uuid not null,
  notice_id bigint not null
);
alter table desk_notice_reads add constraint desk_notice_reads_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES desk_notices(id) ON DELETE CASCADE;
alter table desk_notice_reads add constraint desk_notice_reads_pkey PRIMARY KEY (staff_id, notice_id);
alter table desk_notice_reads add constraint desk_notice_reads_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
CREATE INDEX desk_notice_reads_notice ON public.desk_notice_reads USING btree (notice_id);

create table desk_notices (
  id bigint not null generated always as identity,
  written_by xid8 not null default pg_current_xact_id(),
  kind text not null,
  entity_id text not null,
  detail jsonb not null default '{}'::jsonb,
  staff_id uuid,
  permission text not null,
  places text[] not null default '{}'::text[],
  key text,
  created_at timestamp with time zone not null default clock_timestamp()
);
alter table desk_notices add constraint desk_notices_key_key UNIQUE (key);
alter table desk_notices add constraint desk_notices_pkey PRIMARY KEY (id);
alter table desk_notices add constraint desk_notices_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
CREATE INDEX desk_notices_created ON public.desk_notices USING btree (created_at);
CREATE INDEX desk_notices_written ON public.desk_notices USING btree (written_by);

create table desk_view_pins (
  staff_id uuid not null,
  view_id uuid not null
);
alter table desk_view_pins add constraint desk_view_pins_pkey PRIMARY KEY (staff_id, view_id);
alter table desk_view_pins add constraint desk_view_pins_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
alter table desk_view_pins add constraint desk_view_pins_view_id_fkey FOREIGN KEY (view_id) REFERENCES desk_views(id) ON DELETE CASCADE;
CREATE INDEX desk_view_pins_view ON public.desk_view_pins USING btree (view_id);

create table desk_views (
  id uuid not null,
  owner_id uuid not null,
  list text not null,
  path text,
  name text not null,
  query jsonb not null,
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null
);
alter table desk_views add constraint desk_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table desk_views add constraint desk_views_name_key UNIQUE (owner_id, list, name);
alter table desk_views add constraint desk_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES staff_members(id) ON DELETE CASCADE;
alter table desk_views add constraint desk_views_pkey PRIMARY KEY (id);
alter table desk_views add constraint desk_views_query_check CHECK ((jsonb_typeof(query) = 'object'::text));
CREATE INDEX desk_views_shared ON public.desk_views USING btree (list) WHERE is_shared;
CREATE TRIGGER desk_views_version BEFORE UPDATE ON public.desk_views FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.query IS DISTINCT FROM new.query)) OR (old.is_shared IS DISTINCT FROM new.is_shared))) EXECUTE FUNCTION count_version();

create table discarded_jobs (
  job bigint not null,
  task text not null,
  last_error text,
  reason text not null,
  actor jsonb not null,
  discarded_at timestamp with time zone not null
);
alter table discarded_jobs add constraint discarded_jobs_pkey PRIMARY KEY (job);
alter table discarded_jobs add constraint discarded_jobs_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)));

create table doctor_findings (
  code text not null,
  since timestamp with time zone not null
);
alter table doctor_findings add constraint doctor_findings_pkey PRIMARY KEY (code);

create table employee_emails (
  email text not null,
  added_at timestamp with time zone not null
);
alter table employee_emails add constraint employee_emails_email_check CHECK ((email = lower(email)));
alter table employee_emails add constraint employee_emails_pkey PRIMARY KEY (email);

create table erasures (
  hash bytea not null,
  erased_at timestamp with time zone not null
);
alter table erasures add constraint erasures_pkey PRIMARY KEY (hash);

create table event_deliveries (
  endpoint_id uuid not null,
  event_id uuid not null,
  entity text not null,
  sequence integer not null,
  state delivery_state not null,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  replayed_by jsonb
);
alter table event_deliveries add constraint event_deliveries_due_while_waiting CHECK (((due_at IS NULL) OR (state = 'waiting'::delivery_state)));
alter table event_deliveries add constraint event_deliveries_end CHECK (((ended_at IS NULL) = (state = 'waiting'::delivery_state)));
alter table event_deliveries add constraint event_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id);
alter table event_deliveries add constraint event_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table event_deliveries add constraint event_deliveries_pkey PRIMARY KEY (endpoint_id, event_id);
CREATE INDEX event_deliveries_dead ON public.event_deliveries USING btree (endpoint_id) WHERE (state = 'dead'::delivery_state);
CREATE INDEX event_deliveries_due ON public.event_deliveries USING btree (endpoint_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX event_deliveries_event ON public.event_deliveries USING btree (event_id);
CREATE UNIQUE INDEX event_deliveries_sequence ON public.event_deliveries USING btree (endpoint_id, entity, sequence);
CREATE INDEX event_deliveries_waiting ON public.event_deliveries USING btree (endpoint_id, entity, sequence) WHERE (state = 'waiting'::delivery_state);

create table event_lanes (
  endpoint_id uuid not null,
  entity text not null,
  last_sequence integer not null
);
alter table event_lanes add constraint event_lanes_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id);
alter table event_lanes add constraint event_lanes_pkey PRIMARY KEY (endpoint_id, entity);

create table event_outbox (
  id bigint not null generated always as identity,
  type text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  occurred_at timestamp with time zone not null default clock_timestamp()
);
alter table event_outbox add constraint event_outbox_pkey PRIMARY KEY (id);
CREATE INDEX event_outbox_subject ON public.event_outbox USING btree (subject);

create table events (
  id uuid not null,
  n bigint not null generated always as identity,
  type text not null,
  entity text not null,
  occurred_at timestamp with time zone not null,
  data json
);
alter table events add constraint events_n_key UNIQUE (n);
alter table events add constraint events_pkey PRIMARY KEY (id);
CREATE INDEX events_age ON public.events USING btree (occurred_at);
CREATE INDEX events_entity ON public.events USING btree (entity);

create table facet_counts (
  scope integer not null,
  value_id integer not null,
  products integer not null
) with (fillfactor=70);
alter table facet_counts add constraint facet_counts_pkey PRIMARY KEY (scope, value_id);

create table facet_values (
  id integer not null generated always as identity,
  facet text not null,
  facet_label text not null,
  value text not null,
  label text not null,
  typing text not null,
  folded text generated always as (search_fold(value)) stored
);
alter table facet_values add constraint facet_values_facet_value_label_key UNIQUE (facet, value, label);
alter table facet_values add constraint facet_values_pkey PRIMARY KEY (id);
CREATE INDEX facet_values_folded ON public.facet_values USING btree (facet, folded);

create table flags (
  name text not null,
  enabled boolean not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1
);
alter table flags add constraint flags_pkey PRIMARY KEY (name);
CREATE TRIGGER flags_purge AFTER INSERT OR DELETE OR UPDATE ON public.flags FOR EACH ROW EXECUTE FUNCTION flags_purge();
CREATE TRIGGER flags_version BEFORE UPDATE ON public.flags FOR EACH ROW WHEN ((old.enabled IS DISTINCT FROM new.enabled)) EXECUTE FUNCTION count_version();

create table flash_sale_periods (
  sale_id integer not null,
  product_id bigint not null,
  period tstzrange not null
);
alter table flash_sale_periods add constraint flash_sale_periods_overlap EXCLUDE USING gist (product_id WITH =, period WITH &&) DEFERRABLE;
alter table flash_sale_periods add constraint flash_sale_periods_pkey PRIMARY KEY (sale_id);
alter table flash_sale_periods add constraint flash_sale_periods_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES flash_sales(id) ON DELETE CASCADE;

create table flash_sales (
  id integer not null generated always as identity,
  product_id bigint not null,
  price bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  version integer not null default 1,
  reason text
);
alter table flash_sales add constraint flash_sales_check CHECK ((ends_at > starts_at));
alter table flash_sales add constraint flash_sales_pkey PRIMARY KEY (id);
alter table flash_sales add constraint flash_sales_price_check CHECK ((price > 0));
alter table flash_sales add constraint flash_sales_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX flash_sales_product ON public.flash_sales USING btree (product_id, ends_at);
CREATE INDEX flash_sales_window ON public.flash_sales USING btree (ends_at, starts_at);
CREATE TRIGGER flash_sales_events AFTER INSERT OR DELETE OR UPDATE ON public.flash_sales FOR EACH ROW EXECUTE FUNCTION flash_sales_events();
CREATE TRIGGER flash_sales_periods_insert AFTER INSERT ON public.flash_sales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_flash_sale_periods();
CREATE TRIGGER flash_sales_periods_update AFTER UPDATE ON public.flash_sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_flash_sale_periods();
CREATE TRIGGER flash_sales_price_history_delete AFTER DELETE ON public.flash_sales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION flash_sales_price_history();
CREATE TRIGGER flash_sales_price_history_insert AFTER INSERT ON public.flash_sales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION flash_sales_price_history();
CREATE TRIGGER flash_sales_price_history_update AFTER UPDATE ON public.flash_sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION flash_sales_price_history();
CREATE TRIGGER flash_sales_purge AFTER INSERT OR DELETE OR UPDATE ON public.flash_sales FOR EACH ROW EXECUTE FUNCTION content_purge();
CREATE TRIGGER flash_sales_version BEFORE UPDATE ON public.flash_sales FOR EACH ROW WHEN (((((old.price IS DISTINCT FROM new.price) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.reason IS DISTINCT FROM new.reason))) EXECUTE FUNCTION count_version();

create table former_addresses (
  kind text not null,
  address text not null,
  product_id bigint,
  category_id integer,
  brand_id integer,
  since timestamp with time zone not null default now()
);
alter table former_addresses add constraint former_addresses_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE CASCADE;
alter table former_addresses add constraint former_addresses_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table former_addresses add constraint former_addresses_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'category'::text, 'brand'::text])));
alter table former_addresses add constraint former_addresses_of_one_thing CHECK ((num_nonnulls(product_id, category_id, brand_id) = 1));
alter table former_addresses add constraint former_addresses_pkey PRIMARY KEY (kind, address);
alter table former_addresses add constraint former_addresses_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX former_addresses_brand ON public.former_addresses USING btree (brand_id) WHERE (brand_id IS NOT NULL);
CREATE INDEX former_addresses_category ON public.former_addresses USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX former_addresses_product ON public.former_addresses USING btree (product_id) WHERE (product_id IS NOT NULL);

create table free_gifts (
  id integer not null generated always as identity,
  product_id bigint not null,
  title text not null,
  media_key text,
  end_date date,
  version integer not null default 1
);
alter table free_gifts add constraint free_gifts_media_key_fkey FOREIGN KEY (media_key) REFERENCES media(key);
alter table free_gifts add constraint free_gifts_pkey PRIMARY KEY (id);
alter table free_gifts add constraint free_gifts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX free_gifts_product ON public.free_gifts USING btree (product_id);
CREATE TRIGGER free_gifts_purge AFTER INSERT OR DELETE OR UPDATE ON public.free_gifts FOR EACH ROW EXECUTE FUNCTION catalog_purge_part();
CREATE TRIGGER free_gifts_version BEFORE UPDATE ON public.free_gifts FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.end_date IS DISTINCT FROM new.end_date))) EXECUTE FUNCTION count_version();

create table gift_card_guesses (
  client_key text not null,
  network_key text,
  failed_at timestamp with time zone not null default clock_timestamp()
);
CREATE INDEX gift_card_guesses_age ON public.gift_card_guesses USING btree (failed_at);
CREATE INDEX gift_card_guesses_client ON public.gift_card_guesses USING btree (client_key, failed_at);
CREATE INDEX gift_card_guesses_network ON public.gift_card_guesses USING btree (network_key, failed_at) WHERE (network_key IS NOT NULL);

create table gift_card_movements (
  id bigint not null generated always as identity,
  card_id bigint not null,
  kind gift_card_movement_kind not null,
  amount bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  order_id uuid,
  till text,
  receipt text,
  receipt_key text generated always as (receipt_key(receipt)) stored,
  nth integer,
  actor jsonb not null,
  reason text
);
alter table gift_card_movements add constraint gift_card_movements_actor_check CHECK (((actor ->> 'kind'::text) = ANY (ARRAY['customer'::text, 'staff'::text, 'token'::text, 'command'::text, 'job'::text])));
alter table gift_card_movements add constraint gift_card_movements_card_id_fkey FOREIGN KEY (card_id) REFERENCES gift_cards(id);
alter table gift_card_movements add constraint gift_card_movements_nth CHECK (((nth IS NOT NULL) = (receipt IS NOT NULL)));
alter table gift_card_movements add constraint gift_card_movements_nth_check CHECK ((nth > 0));
alter table gift_card_movements add constraint gift_card_movements_order CHECK (((order_id IS NOT NULL) = (kind = ANY (ARRAY['taken'::gift_card_movement_kind, 'given'::gift_card_movement_kind]))));
alter table gift_card_movements add constraint gift_card_movements_pkey PRIMARY KEY (id);
alter table gift_card_movements add constraint gift_card_movements_reason_check CHECK ((length(reason) <= 300));
alter table gift_card_movements add constraint gift_card_movements_receipt CHECK (((receipt IS NOT NULL) = (kind = ANY (ARRAY['redeemed'::gift_card_movement_kind, 'redeem_reversed'::gift_card_movement_kind]))));
alter table gift_card_movements add constraint gift_card_movements_receipt_check CHECK (((receipt <> ''::text) AND (length(receipt) <= 60)));
alter table gift_card_movements add constraint gift_card_movements_sign CHECK (
CASE
    WHEN (kind = ANY (ARRAY['issued'::gift_card_movement_kind, 'given'::gift_card_movement_kind, 'redeem_reversed'::gift_card_movement_kind])) THEN (amount > 0)
    ELSE (amount < 0)
END);
alter table gift_card_movements add constraint gift_card_movements_till_fkey FOREIGN KEY (till) REFERENCES stores(store_code);
CREATE INDEX gift_card_movements_at ON public.gift_card_movements USING btree (at);
CREATE INDEX gift_card_movements_card ON public.gift_card_movements USING btree (card_id);
CREATE INDEX gift_card_movements_order ON public.gift_card_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX gift_card_movements_receipt_once ON public.gift_card_movements USING btree (card_id, till, receipt_key, kind, nth) NULLS NOT DISTINCT WHERE (receipt IS NOT NULL);
CREATE TRIGGER gift_card_moved AFTER INSERT ON public.gift_card_movements FOR EACH ROW EXECUTE FUNCTION move_gift_card();
CREATE TRIGGER gift_card_movements_append_only BEFORE DELETE OR UPDATE ON public.gift_card_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gift_card_movements_kept BEFORE TRUNCATE ON public.gift_card_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table gift_cards (
  id bigint not null generated always as identity,
  code_key text not null,
  last_four text not null,
  order_id uuid,
  "position" integer,
  unit integer,
  refund_id uuid,
  amount bigint not null,
  balance bigint not null default 0,
  issued_at timestamp with time zone not null,
  expires_on date not null,
  voided_at timestamp with time zone,
  blocked_at timestamp with time zone
);
alter table gift_cards add constraint gift_cards_amount_check CHECK ((amount > 0));
alter table gift_cards add constraint gift_cards_balance CHECK (((balance >= 0) AND (balance <= amount)));
alter table gift_cards add constraint gift_cards_code_key_key UNIQUE (code_key);
alter table gift_cards add constraint gift_cards_from CHECK (((num_nonnulls(order_id, refund_id) = 1) AND (num_nulls(order_id, "position", unit) = ANY (ARRAY[0, 3]))));
alter table gift_cards add constraint gift_cards_order_id_position_fkey FOREIGN KEY (order_id, "position") REFERENCES order_lines(order_id, "position");
alter table gift_cards add constraint gift_cards_pkey PRIMARY KEY (id);
alter table gift_cards add constraint gift_cards_unit_check CHECK ((unit > 0));
CREATE UNIQUE INDEX gift_cards_one_per_refund ON public.gift_cards USING btree (refund_id) WHERE (voided_at IS NULL);
CREATE UNIQUE INDEX gift_cards_one_per_unit ON public.gift_cards USING btree (order_id, "position", unit) WHERE (voided_at IS NULL);
CREATE INDEX gift_cards_order ON public.gift_cards USING btree (order_id);
CREATE INDEX gift_cards_refund ON public.gift_cards USING btree (refund_id) WHERE (refund_id IS NOT NULL);

create table idempotency_keys (
  key text not null,
  scope text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamp with time zone not null default now(),
  locked_until timestamp with time zone not null,
  order_id uuid
);
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (scope, key);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

create table identity_pictures (
  path text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default now()
);
alter table identity_pictures add constraint identity_pictures_bytes_check CHECK ((length(bytes) <= 1048576));
alter table identity_pictures add constraint identity_pictures_pkey PRIMARY KEY (path);

create table import_rows (
  run_id uuid not null,
  row_no integer not null,
  key text[] not null,
  cells jsonb not null,
  given jsonb not null,
  before jsonb,
  outcome text not null,
  errors jsonb not null default '[]'::jsonb
);
alter table import_rows add constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'changed'::text, 'equal'::text, 'wrong'::text, 'conflict'::text])));
alter table import_rows add constraint import_rows_pkey PRIMARY KEY (run_id, row_no);
alter table import_rows add constraint import_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
CREATE INDEX import_rows_errors ON public.import_rows USING btree (run_id, row_no) WHERE (outcome = ANY (ARRAY['wrong'::text, 'conflict'::text]));
CREATE INDEX import_rows_key ON public.import_rows USING btree (run_id, key);

create table invariant_findings (
  invariant text not null,
  reach text not null,
  broken integer not null,
  samples text[] not null default '{}'::text[],
  checked_at timestamp with time zone not null
);
alter table invariant_findings add constraint invariant_findings_broken_check CHECK ((broken >= 0));
alter table invariant_findings add constraint invariant_findings_pkey PRIMARY KEY (invariant, reach);
alter table invariant_findings add constraint invariant_findings_reach_check CHECK ((reach = ANY (ARRAY['recent'::text, 'everything'::text])));

create table job_workers (
  worker text not null,
  seen_at timestamp with time zone not null
);
alter table job_workers add constraint job_workers_pkey PRIMARY KEY (worker);

create table legal_versions (
  id integer not null generated by default as identity,
  page text not null,
  number integer not null,
  holds_from timestamp with time zone not null,
  text text not null,
  version integer not null default 1
);
alter table legal_versions add constraint legal_versions_number_check CHECK ((number > 0));
alter table legal_versions add constraint legal_versions_number_key UNIQUE (page, number);
alter table legal_versions add constraint legal_versions_pkey PRIMARY KEY (id);
CREATE TRIGGER legal_versions_numbered BEFORE INSERT ON public.legal_versions FOR EACH ROW EXECUTE FUNCTION legal_version_numbered();
CREATE TRIGGER legal_versions_purge AFTER INSERT OR DELETE OR UPDATE ON public.legal_versions FOR EACH ROW EXECUTE FUNCTION content_purge();
CREATE TRIGGER legal_versions_stays BEFORE DELETE OR UPDATE ON public.legal_versions FOR EACH ROW EXECUTE FUNCTION legal_version_stays();
CREATE TRIGGER legal_versions_version BEFORE UPDATE ON public.legal_versions FOR EACH ROW WHEN (((old.holds_from IS DISTINCT FROM new.holds_from) OR (old.text IS DISTINCT FROM new.text))) EXECUTE FUNCTION count_version();

create table loyalty_members (
  customer_id uuid not null,
  key uuid not null,
  document_type text not null,
  document_id text not null,
  asked jsonb,
  asked_at timestamp with time zone not null,
  registered_at timestamp with time zone
);
alter table loyalty_members add constraint loyalty_members_check CHECK (((asked IS NULL) = (registered_at IS NOT NULL)));
alter table loyalty_members add constraint loyalty_members_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table loyalty_members add constraint loyalty_members_document_type_check CHECK ((document_type = ANY (ARRAY['DPI'::text, 'NIT'::text, 'Pasaporte'::text])));
alter table loyalty_members add constraint loyalty_members_pkey PRIMARY KEY (customer_id);

create table mail_attachments (
  mail_id uuid not null,
  name text not null,
  type text not null,
  bytes bytea not null
);
alter table mail_attachments add constraint mail_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE;
alter table mail_attachments add constraint mail_attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table mail_attachments add constraint mail_attachments_pkey PRIMARY KEY (mail_id);
alter table mail_attachments add constraint mail_attachments_type_check CHECK ((type = ANY (ARRAY['application/pdf'::text, 'text/csv'::text])));

create table mail_texts (
  id integer not null generated by default as identity,
  mail text not null,
  subject text not null,
  opening text not null,
  version integer not null default 1
);
alter table mail_texts add constraint mail_texts_mail_key UNIQUE (mail);
alter table mail_texts add constraint mail_texts_pkey PRIMARY KEY (id);
CREATE TRIGGER mail_texts_purge AFTER INSERT OR DELETE OR UPDATE ON public.mail_texts FOR EACH ROW EXECUTE FUNCTION shop_policy_purge();
CREATE TRIGGER mail_texts_version BEFORE UPDATE ON public.mail_texts FOR EACH ROW WHEN (((old.subject IS DISTINCT FROM new.subject) OR (old.opening IS DISTINCT FROM new.opening))) EXECUTE FUNCTION count_version();

create table mails (
  id uuid not null,
  dedupe_key text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  last_error text,
  is_secret boolean not null default false,
  unsubscribe_url text,
  withdrawn_at timestamp with time zone
);
alter table mails add constraint mails_dedupe_key_key UNIQUE (dedupe_key);
alter table mails add constraint mails_pkey PRIMARY KEY (id);
CREATE INDEX mails_about ON public.mails USING btree (split_part(dedupe_key, ':'::text, 2));
CREATE INDEX mails_newest ON public.mails USING btree (created_at DESC, id);
CREATE INDEX mails_recipient ON public.mails USING btree (recipient, created_at DESC);
CREATE INDEX mails_secret_waiting ON public.mails USING btree (created_at) WHERE (is_secret AND (sent_at IS NULL));

create table manifest_parcels (
  manifest_id bigint not null,
  order_id uuid not null,
  n integer not null,
  scan_id uuid not null,
  scanned_at timestamp with time zone not null,
  scanned_by jsonb not null,
  is_open boolean not null default true,
  parcels integer,
  cash bigint,
  left_at timestamp with time zone
);
alter table manifest_parcels add constraint manifest_parcels_frozen CHECK ((num_nulls(parcels, cash, left_at) =
CASE
    WHEN is_open THEN 3
    ELSE 0
END));
alter table manifest_parcels add constraint manifest_parcels_manifest_id_fkey FOREIGN KEY (manifest_id) REFERENCES manifests(id);
alter table manifest_parcels add constraint manifest_parcels_pkey PRIMARY KEY (manifest_id, order_id, n);
alter table manifest_parcels add constraint manifest_parcels_scan_id_key UNIQUE (scan_id);
CREATE UNIQUE INDEX manifest_parcels_left ON public.manifest_parcels USING btree (order_id, n, left_at);
CREATE UNIQUE INDEX manifest_parcels_open ON public.manifest_parcels USING btree (order_id, n) WHERE is_open;
CREATE TRIGGER manifest_parcels_kept BEFORE INSERT OR DELETE OR UPDATE ON public.manifest_parcels FOR EACH ROW EXECUTE FUNCTION refuse_changed_manifest();

create table manifests (
  id bigint not null generated always as identity,
  courier text not null,
  store_code text not null,
  opened_at timestamp with time zone not null,
  opened_by jsonb not null,
  closed_at timestamp with time zone,
  closed_by jsonb,
  version integer not null default 1,
  courier_name text
);
alter table manifests add constraint manifests_closed CHECK (((closed_at IS NULL) = (closed_by IS NULL)));
alter table manifests add constraint manifests_courier_fkey FOREIGN KEY (courier) REFERENCES couriers(code);
alter table manifests add constraint manifests_pkey PRIMARY KEY (id);
alter table manifests add constraint manifests_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
CREATE UNIQUE INDEX manifests_open ON public.manifests USING btree (courier, store_code) WHERE (closed_at IS NULL);

create table media (
  key text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null default now(),
  unused_since timestamp with time zone
);
alter table media add constraint media_pkey PRIMARY KEY (key);
CREATE INDEX media_unused ON public.media USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE TRIGGER media_uploaded BEFORE INSERT ON public.media FOR EACH ROW EXECUTE FUNCTION media_uploaded();

create table money_movements (
  id bigint not null generated always as identity,
  order_id uuid,
  kind money_movement_kind not null,
  amount bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  acquirer text,
  reference text,
  actor jsonb not null,
  reason text
);
alter table money_movements add constraint money_movements_actor_check CHECK (((actor ->> 'kind'::text) = ANY (ARRAY['customer'::text, 'staff'::text, 'token'::text, 'command'::text, 'job'::text])));
alter table money_movements add constraint money_movements_amount_check CHECK ((amount > 0));
alter table money_movements add constraint money_movements_of_order CHECK (((order_id IS NOT NULL) OR ((kind = ANY (ARRAY['capture'::money_movement_kind, 'reversal'::money_movement_kind])) AND (acquirer IS NOT NULL) AND (reference IS NOT NULL))));
alter table money_movements add constraint money_movements_pkey PRIMARY KEY (id);
alter table money_movements add constraint money_movements_reason_check CHECK ((length(reason) <= 300));
CREATE INDEX money_movements_order ON public.money_movements USING btree (order_id);
CREATE UNIQUE INDEX money_movements_stray ON public.money_movements USING btree (reference, kind) WHERE (order_id IS NULL);
CREATE TRIGGER money_movements_append_only BEFORE DELETE OR UPDATE ON public.money_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_movements_kept BEFORE TRUNCATE ON public.money_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_movements_till AFTER INSERT ON public.money_movements FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['till_payment'::money_movement_kind, 'till_refund'::money_movement_kind, 'cash_collected'::money_movement_kind, 'cash_uncollected'::money_movement_kind]))) EXECUTE FUNCTION move_till();

create table municipios (
  ine_code text not null,
  region_id integer not null,
  name text not null,
  zones text[] not null default '{}'::text[],
  "position" integer not null
);
alter table municipios add constraint municipios_pkey PRIMARY KEY (ine_code);
alter table municipios add constraint municipios_region_id_fkey FOREIGN KEY (region_id) REFERENCES departments(region_id);
CREATE INDEX municipios_region ON public.municipios USING btree (region_id, "position");

create table one_time_codes (
  cart_id uuid not null,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  tries integer not null default 0,
  client_key text,
  network_key text
);
alter table one_time_codes add constraint one_time_codes_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE;
alter table one_time_codes add constraint one_time_codes_pkey PRIMARY KEY (cart_id);
CREATE INDEX one_time_codes_client ON public.one_time_codes USING btree (client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX one_time_codes_expires ON public.one_time_codes USING btree (expires_at);
CREATE INDEX one_time_codes_network ON public.one_time_codes USING btree (network_key) WHERE (network_key IS NOT NULL);

create table order_events (
  id bigint not null generated always as identity,
  order_id uuid not null,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now()
);
alter table order_events add constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_events add constraint order_events_pkey PRIMARY KEY (id);
CREATE INDEX order_events_corrected ON public.order_events USING btree (order_id) WHERE (kind = 'corrected'::text);
CREATE INDEX order_events_order ON public.order_events USING btree (order_id, id);

create table order_lines (
  order_id uuid not null,
  "position" integer not null,
  product_id bigint not null,
  sku text not null,
  title text not null,
  brand text not null,
  picture_url text not null,
  seller_id integer not null,
  quantity integer not null,
  unit_price bigint not null,
  regular_price bigint not null,
  warranty jsonb,
  gift_card jsonb,
  free_gifts jsonb not null default '[]'::jsonb,
  event_url text,
  gift_cards_sent_at timestamp with time zone,
  offer_id text,
  kind text not null default 'product'::text,
  gross bigint not null generated always as (((unit_price + COALESCE(((warranty ->> 'amount'::text))::bigint, (0)::bigint)) * quantity)) stored,
  discount bigint not null default 0,
  points_share bigint not null default 0,
  net bigint not null generated always as ((((unit_price + COALESCE(((warranty ->> 'amount'::text))::bigint, (0)::bigint)) * quantity) - discount)) stored,
  tax_rate integer not null default 1200,
  iva bigint not null generated always as (((((((((unit_price + COALESCE(((warranty ->> 'amount'::text))::bigint, (0)::bigint)) * quantity) - discount) * tax_rate) * 2) + 10000) + tax_rate) / (2 * (10000 + tax_rate)))) stored,
  canceled integer not null default 0,
  refunded integer not null default 0,
  goods_iva bigint,
  warranty_points bigint not null default 0,
  warranty_tax_rate integer,
  warranty_iva bigint not null default 0,
  reference_price bigint,
  unit_cost bigint
);
alter table order_lines add constraint order_lines_discount_check CHECK ((discount >= 0));
alter table order_lines add constraint order_lines_goods_iva_check CHECK ((goods_iva >= 0));
alter table order_lines add constraint order_lines_kind_check CHECK ((kind = ANY (ARRAY['goods'::text, 'gift_card'::text, 'service'::text, 'product'::text, 'giftCard'::text])));
alter table order_lines add constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_lines add constraint order_lines_pkey PRIMARY KEY (order_id, "position");
alter table order_lines add constraint order_lines_points_share_check CHECK ((points_share >= 0));
alter table order_lines add constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table order_lines add constraint order_lines_quantity_check CHECK ((quantity > 0));
alter table order_lines add constraint order_lines_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table order_lines add constraint order_lines_shares CHECK (((discount + points_share) <= ((unit_price + COALESCE(((warranty ->> 'amount'::text))::bigint, (0)::bigint)) * quantity)));
alter table order_lines add constraint order_lines_tax_rate_check CHECK ((tax_rate >= 0));
alter table order_lines add constraint order_lines_unit_price_check CHECK ((unit_price >= 0));
alter table order_lines add constraint order_lines_units_left CHECK ((((canceled >= 0) AND (canceled <= refunded)) AND (refunded <= quantity)));
alter table order_lines add constraint order_lines_warranty_iva_check CHECK ((warranty_iva >= 0));
alter table order_lines add constraint order_lines_warranty_points_check CHECK ((warranty_points >= 0));
alter table order_lines add constraint order_lines_warranty_tax_rate_check CHECK ((warranty_tax_rate >= 0));
CREATE INDEX order_lines_event ON public.order_lines USING hash (event_url) WHERE (event_url IS NOT NULL);
CREATE INDEX order_lines_gift_cards_waiting ON public.order_lines USING btree (((gift_card ->> 'giftcardDeliveryDate'::text))) WHERE ((gift_card IS NOT NULL) AND (gift_cards_sent_at IS NULL));
CREATE INDEX order_lines_product ON public.order_lines USING btree (product_id);
CREATE TRIGGER order_lines_events AFTER UPDATE OF canceled ON public.order_lines FOR EACH ROW WHEN ((new.canceled <> old.canceled)) EXECUTE FUNCTION order_lines_events();
CREATE TRIGGER order_lines_points_due AFTER UPDATE OF refunded ON public.order_lines FOR EACH ROW WHEN ((new.refunded <> old.refunded)) EXECUTE FUNCTION points_of_shipment_due();

create table order_links (
  token_hash bytea not null,
  order_id uuid not null,
  created_at timestamp with time zone not null
);
alter table order_links add constraint order_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_links add constraint order_links_pkey PRIMARY KEY (token_hash);
CREATE INDEX order_links_order ON public.order_links USING btree (order_id);

create table order_mail_outbox (
  order_id uuid not null,
  since timestamp with time zone not null default now()
);
alter table order_mail_outbox add constraint order_mail_outbox_pkey PRIMARY KEY (order_id);

create table order_notes (
  id uuid not null,
  order_id uuid not null,
  text text not null,
  staff_id uuid,
  mentions uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone
);
alter table order_notes add constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_notes add constraint order_notes_pkey PRIMARY KEY (id);
alter table order_notes add constraint order_notes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id);
alter table order_notes add constraint order_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)));
CREATE INDEX order_notes_mentions ON public.order_notes USING btree (staff_id, created_at) WHERE (mentions <> '{}'::uuid[]);
CREATE INDEX order_notes_order ON public.order_notes USING btree (order_id);

create table order_rows (
  number bigint not null,
  order_id uuid not null,
  placed_at timestamp with time zone not null,
  status order_status not null,
  total bigint not null,
  stores text[] not null,
  terms tsvector not null
);
alter table order_rows add constraint order_rows_pkey PRIMARY KEY (number);
CREATE INDEX order_rows_placed ON public.order_rows USING btree (placed_at);
CREATE INDEX order_rows_tail ON public.order_rows USING btree (((number % (10000)::bigint)));
CREATE INDEX order_rows_terms ON public.order_rows USING gin (terms) WITH (gin_pending_list_limit='256');
CREATE INDEX order_rows_total ON public.order_rows USING btree (total, number);

create table orders (
  id uuid not null,
  number bigint,
  cart_id uuid,
  status order_status not null,
  customer_id uuid,
  email text not null,
  contact jsonb not null,
  shipping_method text,
  shipping_address jsonb,
  billing_address jsonb not null,
  payment_type text not null,
  payment_plan integer not null default 0,
  coupon_code text,
  subtotal bigint not null,
  warranties bigint not null default 0,
  donation bigint not null default 0,
  shipping bigint not null default 0,
  delivery_rate bigint not null default 0,
  discount bigint not null default 0,
  total bigint not null,
  gift_cards bigint not null default 0,
  discounts jsonb not null default '[]'::jsonb,
  delivery_promise jsonb,
  idempotency_key text,
  settle_after timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  placed_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  is_counted boolean not null default false,
  client_key text,
  confirmation_due timestamp with time zone,
  is_paired boolean not null default false,
  certificate_code text,
  network_key text,
  forgets_buyer boolean not null default false,
  contact_confirmed boolean not null default false,
  version integer not null default 1,
  held_at timestamp with time zone,
  hold_reasons text[] not null default '{}'::text[],
  tags text[] not null default '{}'::text[],
  assignee_id uuid,
  shipping_tax_rate integer,
  accepted_legal integer[]
);
alter table orders add constraint orders_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES staff_members(id);
alter table orders add constraint orders_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id);
alter table orders add constraint orders_cart_unless_void CHECK (((cart_id IS NOT NULL) OR (status = 'void'::order_status)));
alter table orders add constraint orders_confirmed_before_shipping CHECK (((confirmation_due IS NULL) OR (status = 'processing'::order_status)));
alter table orders add constraint orders_delivery_rate_check CHECK ((delivery_rate >= 0));
alter table orders add constraint orders_discount_check CHECK ((discount >= 0));
alter table orders add constraint orders_donation_check CHECK ((donation >= 0));
alter table orders add constraint orders_number_key UNIQUE (number);
alter table orders add constraint orders_number_when_confirmed CHECK (((number IS NULL) = (status = ANY (ARRAY['placing'::order_status, 'voiding'::order_status, 'void'::order_status]))));
alter table orders add constraint orders_one_slot CHECK ((num_nonnulls(coupon_code, certificate_code) <= 1));
alter table orders add constraint orders_paid_by_gift_cards CHECK (((gift_cards >= 0) AND (gift_cards <= total)));
alter table orders add constraint orders_pkey PRIMARY KEY (id);
alter table orders add constraint orders_settle_while_open CHECK (((settle_after IS NOT NULL) = (status = ANY (ARRAY['placing'::order_status, 'voiding'::order_status]))));
alter table orders add constraint orders_shipping_check CHECK ((shipping >= 0));
alter table orders add constraint orders_shipping_tax_rate_check CHECK ((shipping_tax_rate >= 0));
alter table orders add constraint orders_subtotal_check CHECK ((subtotal >= 0));
alter table orders add constraint orders_total_check CHECK ((total >= 0));
alter table orders add constraint orders_warranties_check CHECK ((warranties >= 0));
CREATE INDEX orders_cart ON public.orders USING btree (cart_id);
CREATE INDEX orders_client ON public.orders USING btree (client_key, created_at) WHERE (client_key IS NOT NULL);
CREATE INDEX orders_customer_number ON public.orders USING btree (customer_id, number) WHERE (customer_id IS NOT NULL);
CREATE INDEX orders_email ON public.orders USING btree (email);
CREATE INDEX orders_forgetting ON public.orders USING btree (id) WHERE (forgets_buyer AND (email <> ''::text));
CREATE INDEX orders_network ON public.orders USING btree (network_key, created_at) WHERE (network_key IS NOT NULL);
CREATE INDEX orders_nit_parts ON public.orders USING gin (upper(regexp_replace((billing_address ->> 'nit'::text), '[^[:alnum:]]'::text, ''::text, 'g'::text)) gin_trgm_ops) WHERE ((billing_address ->> 'nit'::text) <> 'CF'::text);
CREATE UNIQUE INDEX orders_one_per_cart ON public.orders USING btree (cart_id) WHERE (status <> 'void'::order_status);
CREATE INDEX orders_sales_uncounted ON public.orders USING btree (placed_at) WHERE ((NOT is_counted) AND (number IS NOT NULL) AND (status <> 'canceled'::order_status));
CREATE INDEX orders_unconfirmed ON public.orders USING btree (confirmation_due) WHERE (confirmation_due IS NOT NULL);
CREATE INDEX orders_uncount ON public.orders USING btree (id) WHERE (is_counted AND (status = 'canceled'::order_status));
CREATE INDEX orders_unpaid ON public.orders USING btree (placed_at) WHERE (status = 'pending_payment'::order_status);
CREATE INDEX orders_unpaid_email ON public.orders USING btree (lower(email)) WHERE ((payment_type = ANY (ARRAY['Cash'::text, 'StorePayment'::text])) AND (status = ANY (ARRAY['pending_payment'::order_status, 'processing'::order_status, 'shipped'::order_status])));
CREATE INDEX orders_unpaid_phone ON public.orders USING btree (phone_key_of((contact ->> 'phone'::text))) WHERE ((payment_type = ANY (ARRAY['Cash'::text, 'StorePayment'::text])) AND (status = ANY (ARRAY['pending_payment'::order_status, 'processing'::order_status, 'shipped'::order_status])));
CREATE INDEX orders_unpaired ON public.orders USING btree (placed_at) WHERE ((NOT is_paired) AND (number IS NOT NULL));
CREATE INDEX orders_unsettled ON public.orders USING btree (settle_after) WHERE (status = ANY (ARRAY['placing'::order_status, 'voiding'::order_status]));
CREATE INDEX orders_void_named ON public.orders USING btree (created_at) WHERE ((status = 'void'::order_status) AND (email <> ''::text));
CREATE TRIGGER orders_accept_legal BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION accept_legal_versions();
CREATE TRIGGER orders_canceled_gift_cards AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'canceled'::order_status) AND (old.status <> 'canceled'::order_status))) EXECUTE FUNCTION orders_canceled_gift_cards();
CREATE TRIGGER orders_certificate_follows AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.certificate_code IS NOT NULL) AND (old.status <> new.status))) EXECUTE FUNCTION follow_points_of_changed_order();
CREATE TRIGGER orders_claim_certificate AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.certificate_code IS NOT NULL)) EXECUTE FUNCTION claim_points_of_order();
CREATE TRIGGER orders_events_insert AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.number IS NOT NULL)) EXECUTE FUNCTION orders_events();
CREATE TRIGGER orders_events_update AFTER UPDATE OF number, status, confirmation_due, held_at, email ON public.orders FOR EACH ROW WHEN (((new.number IS NOT NULL) AND ((old.number IS NULL) OR (old.status <> new.status) OR (old.confirmation_due IS DISTINCT FROM new.confirmation_due) OR ((old.held_at IS NULL) <> (new.held_at IS NULL)) OR (old.email <> new.email)))) EXECUTE FUNCTION orders_events();
CREATE TRIGGER orders_notice AFTER UPDATE OF held_at, number ON public.orders FOR EACH ROW WHEN (((new.held_at IS NOT NULL) AND (new.number IS NOT NULL) AND ((old.held_at IS NULL) OR (old.number IS NULL)))) EXECUTE FUNCTION note_held_order();
CREATE TRIGGER orders_purchased_insert AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.number IS NOT NULL) AND (new.status = ANY (ARRAY['processing'::order_status, 'shipped'::order_status, 'delivered'::order_status])))) EXECUTE FUNCTION orders_purchased();
CREATE TRIGGER orders_purchased_update AFTER UPDATE OF number, status ON public.orders FOR EACH ROW WHEN (((new.number IS NOT NULL) AND (new.status = 'processing'::order_status) AND ((old.number IS NULL) OR (old.status = 'pending_payment'::order_status)))) EXECUTE FUNCTION orders_purchased();
CREATE TRIGGER orders_row_insert AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.number IS NOT NULL)) EXECUTE FUNCTION write_row_of_order();
CREATE TRIGGER orders_row_update AFTER UPDATE OF number, status, total, email, contact, shipping_address, billing_address, confirmation_due, held_at, tags, assignee_id ON public.orders FOR EACH ROW WHEN ((new.number IS NOT NULL)) EXECUTE FUNCTION write_row_of_order();
CREATE CONSTRAINT TRIGGER orders_settle_lease AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'placing'::order_status)) EXECUTE FUNCTION start_settle_lease();

create table passkey_challenges (
  challenge_hash bytea not null,
  customer_id uuid,
  expires_at timestamp with time zone not null
);
alter table passkey_challenges add constraint passkey_challenges_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table passkey_challenges add constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash);
CREATE INDEX passkey_challenges_customer ON public.passkey_challenges USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX passkey_challenges_expires ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id uuid not null,
  customer_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);
alter table passkeys add constraint passkeys_counter_check CHECK ((counter >= 0));
alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);
alter table passkeys add constraint passkeys_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);
CREATE INDEX passkeys_customer ON public.passkeys USING btree (customer_id, created_at);

create table paused_jobs (
  task text not null,
  reason text not null,
  actor jsonb not null,
  paused_at timestamp with time zone not null
);
alter table paused_jobs add constraint paused_jobs_pkey PRIMARY KEY (task);
alter table paused_jobs add constraint paused_jobs_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)));

create table payment_link_tokens (
  token_hash bytea not null,
  cart_id uuid not null
);
alter table payment_link_tokens add constraint payment_link_tokens_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE;
alter table payment_link_tokens add constraint payment_link_tokens_pkey PRIMARY KEY (token_hash);
CREATE INDEX payment_link_tokens_cart ON public.payment_link_tokens USING btree (cart_id);

create table payments (
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  plan integer not null default 0,
  amount bigint not null,
  status payment_status not null,
  refusal_code text,
  gateway_id text,
  authorization_code text,
  card_brand text,
  card_masked text,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  reverse_after timestamp with time zone,
  card_bin text,
  reversing_since timestamp with time zone,
  card_key text,
  acquirer text,
  decided_by jsonb,
  reason text
);
alter table payments add constraint payments_amount_check CHECK ((amount >= 0));
alter table payments add constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table payments add constraint payments_pkey PRIMARY KEY (id);
alter table payments add constraint payments_reverse_while_due CHECK (((reverse_after IS NOT NULL) = (status = 'reversing'::payment_status)));
CREATE INDEX payments_card ON public.payments USING btree (card_key, created_at) WHERE (card_key IS NOT NULL);
CREATE INDEX payments_declined ON public.payments USING btree (decided_at) WHERE ((status = 'refused'::payment_status) AND (kind = ANY (ARRAY['Card'::text, 'CardInstallments'::text])) AND (refusal_code <> ALL (ARRAY['NOT_CHARGED'::text, 'PAY_PROCESSOR_ERROR'::text])));
CREATE INDEX payments_order ON public.payments USING btree (order_id);
CREATE INDEX payments_pending ON public.payments USING btree (created_at) WHERE (status = 'pending'::payment_status);
CREATE INDEX payments_reversing ON public.payments USING btree (reverse_after) WHERE (status = 'reversing'::payment_status);
CREATE TRIGGER payments_events_insert AFTER INSERT ON public.payments FOR EACH ROW WHEN ((new.status = 'approved'::payment_status)) EXECUTE FUNCTION payments_events();
CREATE TRIGGER payments_events_update AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'approved'::payment_status) AND (old.status <> 'approved'::payment_status))) EXECUTE FUNCTION payments_events();
CREATE TRIGGER payments_money AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.amount > 0) AND (new.status <> old.status) AND (new.status <> 'refused'::payment_status))) EXECUTE FUNCTION move_money_of_payment();
CREATE TRIGGER payments_money_insert AFTER INSERT ON public.payments FOR EACH ROW WHEN (((new.amount > 0) AND (new.status <> ALL (ARRAY['pending'::payment_status, 'refused'::payment_status])))) EXECUTE FUNCTION move_money_of_payment();
CREATE TRIGGER payments_reversing_since BEFORE UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'reversing'::payment_status) AND (old.status <> 'reversing'::payment_status))) EXECUTE FUNCTION payments_reversing_since();

create table picks (
  id bigint not null generated always as identity,
  store_code text not null,
  staff_id uuid not null,
  created_at timestamp with time zone not null
);
alter table picks add constraint picks_pkey PRIMARY KEY (id);
alter table picks add constraint picks_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);

create table planned_prices (
  product_id bigint not null,
  starts_at timestamp with time zone not null,
  regular_price bigint not null,
  sales_price bigint not null,
  discount_ends_at timestamp with time zone
);
alter table planned_prices add constraint planned_prices_check CHECK (((sales_price > 0) AND (sales_price <= regular_price)));
alter table planned_prices add constraint planned_prices_check1 CHECK ((discount_ends_at > starts_at));
alter table planned_prices add constraint planned_prices_pkey PRIMARY KEY (product_id, starts_at);
alter table planned_prices add constraint planned_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table planned_prices add constraint planned_prices_regular_price_check CHECK ((regular_price > 0));
CREATE INDEX planned_prices_start ON public.planned_prices USING btree (starts_at);

create table points_certificates (
  code uuid not null,
  offer_id uuid not null,
  cart_id uuid not null,
  order_id uuid,
  program text not null,
  account text not null,
  amount bigint not null,
  points integer not null,
  status points_status not null default 'issued'::points_status,
  issued_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  settle_after timestamp with time zone,
  unsettled_since timestamp with time zone
);
alter table points_certificates add constraint points_certificates_amount_check CHECK ((amount > 0));
alter table points_certificates add constraint points_certificates_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table points_certificates add constraint points_certificates_pkey PRIMARY KEY (code);
alter table points_certificates add constraint points_certificates_points_check CHECK ((points > 0));
alter table points_certificates add constraint points_order CHECK (((order_id IS NOT NULL) >= (status = ANY (ARRAY['claimed'::points_status, 'capturing'::points_status, 'captured'::points_status]))));
alter table points_certificates add constraint points_settle_while_open CHECK (((settle_after IS NOT NULL) = (status = ANY (ARRAY['holding'::points_status, 'capturing'::points_status, 'giving_back'::points_status]))));
CREATE INDEX points_certificates_applied ON public.points_certificates USING btree (applied_at) WHERE (status = ANY (ARRAY['held'::points_status, 'claimed'::points_status, 'captured'::points_status]));
CREATE INDEX points_certificates_given_back ON public.points_certificates USING btree (issued_at) WHERE ((status = 'given_back'::points_status) AND (order_id IS NULL));
CREATE INDEX points_certificates_held ON public.points_certificates USING btree (applied_at) WHERE (status = 'held'::points_status);
CREATE INDEX points_certificates_offered ON public.points_certificates USING btree (issued_at) WHERE (status = 'issued'::points_status);
CREATE UNIQUE INDEX points_certificates_order ON public.points_certificates USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX points_certificates_unsettled ON public.points_certificates USING btree (settle_after) WHERE (status = ANY (ARRAY['holding'::points_status, 'capturing'::points_status, 'giving_back'::points_status]));
CREATE TRIGGER points_money AFTER UPDATE OF status ON public.points_certificates FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['captured'::points_status, 'given_back'::points_status])) AND (new.order_id IS NOT NULL))) EXECUTE FUNCTION move_money_of_points();
CREATE TRIGGER points_unsettled_since BEFORE UPDATE OF status ON public.points_certificates FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION points_unsettled_since();

create table points_due (
  order_id uuid not null,
  due_at timestamp with time zone not null
);
alter table points_due add constraint points_due_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table points_due add constraint points_due_pkey PRIMARY KEY (order_id);
CREATE INDEX points_due_at ON public.points_due USING btree (due_at);

create table points_entries (
  order_id uuid not null,
  "position" integer not null,
  key uuid not null default gen_random_uuid(),
  points integer not null,
  state text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  settle_after timestamp with time zone
);
alter table points_entries add constraint points_entries_key_key UNIQUE (key);
alter table points_entries add constraint points_entries_none CHECK (((points = 0) = (state = 'none'::text)));
alter table points_entries add constraint points_entries_order_id_position_fkey FOREIGN KEY (order_id, "position") REFERENCES order_lines(order_id, "position");
alter table points_entries add constraint points_entries_pkey PRIMARY KEY (order_id, "position");
alter table points_entries add constraint points_entries_points_check CHECK ((points >= 0));
alter table points_entries add constraint points_entries_settle CHECK (((settle_after IS NOT NULL) = (state = 'crediting'::text)));
alter table points_entries add constraint points_entries_state_check CHECK ((state = ANY (ARRAY['none'::text, 'crediting'::text, 'credited'::text, 'refused'::text])));
CREATE INDEX points_entries_settle ON public.points_entries USING btree (settle_after) WHERE (settle_after IS NOT NULL);

create table points_guesses (
  subject text not null,
  failed_at timestamp with time zone not null
);
CREATE INDEX points_guesses_age ON public.points_guesses USING btree (failed_at);
CREATE INDEX points_guesses_subject ON public.points_guesses USING btree (subject, failed_at);

create table points_takebacks (
  key uuid not null default gen_random_uuid(),
  order_id uuid not null,
  "position" integer not null,
  points integer not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  settle_after timestamp with time zone default clock_timestamp()
);
alter table points_takebacks add constraint points_takebacks_order_id_position_fkey FOREIGN KEY (order_id, "position") REFERENCES points_entries(order_id, "position");
alter table points_takebacks add constraint points_takebacks_pkey PRIMARY KEY (key);
alter table points_takebacks add constraint points_takebacks_points_check CHECK ((points > 0));
CREATE INDEX points_takebacks_line ON public.points_takebacks USING btree (order_id, "position");
CREATE INDEX points_takebacks_settle ON public.points_takebacks USING btree (settle_after) WHERE (settle_after IS NOT NULL);

create table presale_changes (
  product_id bigint not null,
  former_dates date[] not null,
  changed_at timestamp with time zone not null
);
alter table presale_changes add constraint presale_changes_pkey PRIMARY KEY (product_id);
alter table presale_changes add constraint presale_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX presale_changes_changed ON public.presale_changes USING btree (changed_at);

create table presale_units (
  product_id bigint not null,
  store_code text not null,
  quantity integer not null,
  arrived integer not null default 0,
  arrived_at timestamp with time zone
);
alter table presale_units add constraint presale_units_arrived_check CHECK ((arrived >= 0));
alter table presale_units add constraint presale_units_pkey PRIMARY KEY (product_id, store_code);
alter table presale_units add constraint presale_units_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table presale_units add constraint presale_units_quantity_check CHECK ((quantity >= 0));
alter table presale_units add constraint presale_units_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);

create table price_changes (
  id bigint not null generated always as identity,
  product_id bigint not null,
  at timestamp with time zone not null,
  flash_sale_id integer,
  regular_price bigint,
  price bigint,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone
);
alter table price_changes add constraint price_changes_pkey PRIMARY KEY (product_id, at, id);
alter table price_changes add constraint price_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX price_changes_at ON public.price_changes USING btree (at);
CREATE INDEX price_changes_sales ON public.price_changes USING btree (product_id, at) WHERE (flash_sale_id IS NOT NULL);
CREATE TRIGGER price_changes_kept BEFORE DELETE OR UPDATE ON public.price_changes FOR EACH ROW EXECUTE FUNCTION price_changes_kept();

create table price_list_rows (
  run_id uuid not null,
  product_id bigint not null,
  given jsonb not null,
  regular_price bigint,
  sales_price bigint,
  discount_ends_at timestamp with time zone,
  was_regular_price bigint,
  was_sales_price bigint,
  was_discount_ends_at timestamp with time zone,
  outcome text
);
alter table price_list_rows add constraint price_list_rows_outcome_check CHECK ((outcome = ANY (ARRAY['reverted'::text, 'changed'::text, 'unpriced'::text])));
alter table price_list_rows add constraint price_list_rows_pkey PRIMARY KEY (run_id, product_id);
alter table price_list_rows add constraint price_list_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table price_list_rows add constraint price_list_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES price_lists(run_id) ON DELETE CASCADE;
CREATE INDEX price_list_rows_product ON public.price_list_rows USING btree (product_id);

create table price_lists (
  run_id uuid not null,
  state text not null default 'writing'::text,
  starts_at timestamp with time zone,
  reason text,
  planned_by text not null,
  why text,
  settled_at timestamp with time zone,
  reverted_by jsonb
);
alter table price_lists add constraint price_lists_pkey PRIMARY KEY (run_id);
alter table price_lists add constraint price_lists_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
alter table price_lists add constraint price_lists_state_check CHECK ((state = ANY (ARRAY['writing'::text, 'planned'::text, 'applied'::text, 'failed'::text, 'canceled'::text, 'reverting'::text, 'reverted'::text])));
CREATE INDEX price_lists_due ON public.price_lists USING btree (starts_at) WHERE (state = 'planned'::text);
CREATE INDEX price_lists_settled ON public.price_lists USING btree (settled_at) WHERE (settled_at IS NOT NULL);

create table price_plans (
  id bigint not null generated always as identity,
  product_id bigint not null,
  starts_at timestamp with time zone not null,
  regular_price bigint not null,
  sales_price bigint not null,
  discount_ends_at timestamp with time zone,
  list_id uuid,
  reason text,
  planned_by text not null default ''::text,
  planned_at timestamp with time zone not null default clock_timestamp(),
  failed_at timestamp with time zone,
  why text
);
alter table price_plans add constraint price_plans_apart EXCLUDE USING gist (int8range(product_id, product_id, '[]'::text) WITH &&, price_plan_period(starts_at, discount_ends_at) WITH &&) WHERE ((failed_at IS NULL));
alter table price_plans add constraint price_plans_check CHECK (((sales_price > 0) AND (sales_price <= regular_price)));
alter table price_plans add constraint price_plans_check1 CHECK ((discount_ends_at > starts_at));
alter table price_plans add constraint price_plans_check2 CHECK (((failed_at IS NULL) = (why IS NULL)));
alter table price_plans add constraint price_plans_list_id_fkey FOREIGN KEY (list_id) REFERENCES price_lists(run_id) ON DELETE CASCADE;
alter table price_plans add constraint price_plans_pkey PRIMARY KEY (id);
alter table price_plans add constraint price_plans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table price_plans add constraint price_plans_regular_price_check CHECK ((regular_price > 0));
CREATE INDEX price_plans_due ON public.price_plans USING btree (starts_at) WHERE ((failed_at IS NULL) AND (list_id IS NULL));
CREATE INDEX price_plans_list ON public.price_plans USING btree (list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX price_plans_product ON public.price_plans USING btree (product_id);

create table price_references (
  product_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  price bigint not null,
  known_since timestamp with time zone,
  days integer not null
) with (fillfactor=80);
alter table price_references add constraint price_references_pkey PRIMARY KEY (product_id, starts_at);
alter table price_references add constraint price_references_price_check CHECK ((price > 0));
alter table price_references add constraint price_references_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

create table product_codes (
  code text not null,
  product_id bigint not null,
  sku text,
  kind text not null default 'other'::text,
  version integer not null default 1
);
alter table product_codes add constraint product_codes_code_check CHECK (((code <> ''::text) AND (length(code) <= 60)));
alter table product_codes add constraint product_codes_pkey PRIMARY KEY (code);
alter table product_codes add constraint product_codes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX product_codes_by_sku ON public.product_codes USING btree (sku COLLATE spanish, code);
CREATE INDEX product_codes_listed ON public.product_codes USING btree (code COLLATE spanish, code);
CREATE INDEX product_codes_product ON public.product_codes USING btree (product_id);
CREATE INDEX product_codes_sku_of ON public.product_codes USING btree (sku);
CREATE TRIGGER product_codes_as_written BEFORE INSERT OR UPDATE ON public.product_codes FOR EACH ROW EXECUTE FUNCTION product_code_written();
CREATE TRIGGER product_codes_known AFTER INSERT ON public.product_codes FOR EACH ROW EXECUTE FUNCTION product_code_known();
CREATE TRIGGER product_codes_no_sku BEFORE INSERT ON public.product_codes FOR EACH ROW EXECUTE FUNCTION product_code_is_no_sku();
CREATE TRIGGER product_codes_row AFTER INSERT OR DELETE OR UPDATE ON public.product_codes FOR EACH ROW EXECUTE FUNCTION product_part_row_refresh();
CREATE TRIGGER product_codes_version BEFORE UPDATE ON public.product_codes FOR EACH ROW WHEN (((old.sku IS DISTINCT FROM new.sku) OR (old.kind IS DISTINCT FROM new.kind))) EXECUTE FUNCTION count_version();

create table product_companions (
  product_id bigint not null,
  companion_id bigint not null,
  id integer not null default nextval('product_companions_id_seq'::regclass),
  place integer not null default 0,
  version integer not null default 1
);
alter table product_companions add constraint product_companions_companion_id_fkey FOREIGN KEY (companion_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_companions add constraint product_companions_pkey PRIMARY KEY (product_id, companion_id);
alter table product_companions add constraint product_companions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE TRIGGER product_companions_purge AFTER INSERT OR DELETE OR UPDATE ON public.product_companions FOR EACH ROW EXECUTE FUNCTION catalog_purge_companion();
CREATE TRIGGER product_companions_version BEFORE UPDATE ON public.product_companions FOR EACH ROW WHEN ((old.place IS DISTINCT FROM new.place)) EXECUTE FUNCTION count_version();

create table product_costs (
  product_id bigint not null,
  average bigint not null,
  changed_at timestamp with time zone not null default now()
);
alter table product_costs add constraint product_costs_average_check CHECK ((average >= 0));
alter table product_costs add constraint product_costs_pkey PRIMARY KEY (product_id);
alter table product_costs add constraint product_costs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

create table product_images (
  product_id bigint not null,
  "position" integer not null,
  media_key text not null,
  label text not null
);
alter table product_images add constraint product_images_media_key_fkey FOREIGN KEY (media_key) REFERENCES media(key);
alter table product_images add constraint product_images_pkey PRIMARY KEY (product_id, "position");
alter table product_images add constraint product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX product_images_media ON public.product_images USING btree (media_key);
CREATE TRIGGER product_images_purge AFTER INSERT OR DELETE OR UPDATE ON public.product_images FOR EACH ROW EXECUTE FUNCTION catalog_purge_part();
CREATE TRIGGER product_images_row AFTER INSERT OR DELETE ON public.product_images FOR EACH ROW EXECUTE FUNCTION product_part_row_refresh();

create table product_plans (
  id bigint not null generated by default as identity,
  product_id bigint not null,
  state text not null,
  acts_at timestamp with time zone not null,
  planned_by text not null,
  planned_at timestamp with time zone not null
);
alter table product_plans add constraint product_plans_pkey PRIMARY KEY (id);
alter table product_plans add constraint product_plans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_plans add constraint product_plans_state_check CHECK ((state = ANY (ARRAY['published'::text, 'draft'::text, 'archived'::text])));
CREATE INDEX product_plans_due ON public.product_plans USING btree (acts_at);
CREATE UNIQUE INDEX product_plans_kind ON public.product_plans USING btree (product_id, ((state = 'published'::text)));
CREATE TRIGGER product_plans_row AFTER INSERT OR DELETE ON public.product_plans FOR EACH ROW EXECUTE FUNCTION product_part_row_refresh();

create table product_rows (
  product_id bigint not null,
  sku text not null,
  title text not null,
  price bigint,
  created_at timestamp with time zone not null,
  terms tsvector not null
);
alter table product_rows add constraint product_rows_pkey PRIMARY KEY (product_id);
alter table product_rows add constraint product_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX product_rows_created ON public.product_rows USING btree (created_at, product_id);
CREATE INDEX product_rows_price ON public.product_rows USING btree (COALESCE(price, (0)::bigint), product_id);
CREATE INDEX product_rows_sku ON public.product_rows USING btree (sku, product_id);
CREATE INDEX product_rows_terms ON public.product_rows USING gin (terms) WITH (gin_pending_list_limit='256');
CREATE INDEX product_rows_title ON public.product_rows USING btree (title COLLATE spanish, product_id);

create table product_rows_due (
  product_id bigint not null
);
alter table product_rows_due add constraint product_rows_due_pkey PRIMARY KEY (product_id);

create table product_search (
  product_id bigint not null,
  words tsvector not null,
  record bytea not null storage p,
  key bytea not null generated always as ((int4send((product_id)::integer) || int8send(hashbyteaextended(record, (0)::bigint)))) stored,
  sold integer not null,
  price bigint,
  discount integer not null,
  category integer not null,
  brand integer not null generated always as (((((get_byte(record, 23) << 24) | (get_byte(record, 24) << 16)) | (get_byte(record, 25) << 8)) | get_byte(record, 26))) stored
) with (fillfactor=90);
alter table product_search add constraint product_search_pkey PRIMARY KEY (product_id);
alter table product_search add constraint product_search_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX product_search_brand_sold ON public.product_search USING btree (brand, sold DESC, product_id) INCLUDE (price, discount, key);
CREATE INDEX product_search_category_cheap ON public.product_search USING btree (category, price, product_id);
CREATE INDEX product_search_category_dear ON public.product_search USING btree (category, price DESC NULLS LAST, product_id);
CREATE INDEX product_search_category_discount ON public.product_search USING btree (category, discount DESC, product_id);
CREATE INDEX product_search_category_sold ON public.product_search USING btree (category, sold DESC, product_id);
CREATE INDEX product_search_cheap ON public.product_search USING btree (price, product_id) INCLUDE (sold, discount, key);
CREATE INDEX product_search_dear ON public.product_search USING btree (price DESC NULLS LAST, product_id);
CREATE INDEX product_search_discount ON public.product_search USING btree (discount DESC, product_id);
CREATE INDEX product_search_sold ON public.product_search USING btree (sold DESC, product_id) INCLUDE (price, discount, key);
CREATE INDEX product_search_words ON public.product_search USING gin (words) WITH (fastupdate=off);
CREATE TRIGGER product_search_count_delete AFTER DELETE ON public.product_search REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_count();
CREATE TRIGGER product_search_count_insert AFTER INSERT ON public.product_search REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_count();
CREATE TRIGGER product_search_count_update AFTER UPDATE ON public.product_search REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_count();

create table product_texts (
  product_id bigint not null,
  words tsvector not null
) with (fillfactor=90);
alter table product_texts add constraint product_texts_pkey PRIMARY KEY (product_id);
alter table product_texts add constraint product_texts_product_id_fkey FOREIGN KEY (product_id) REFERENCES product_search(product_id) ON DELETE CASCADE;
CREATE INDEX product_texts_words ON public.product_texts USING gin (words) WITH (fastupdate=off);

create table products (
  id bigint not null generated always as identity,
  sku text not null,
  slug text not null,
  parent_sku text,
  title text not null,
  description text not null default ''::text,
  kind product_kind not null default 'goods'::product_kind,
  brand_id integer not null,
  seller_id integer not null,
  offer_id text,
  category_id integer not null,
  regular_price bigint,
  sales_price bigint,
  discount_ends_at timestamp with time zone,
  is_presale boolean not null default false,
  presale_date date,
  is_dropshipping boolean not null default false,
  is_restricted boolean not null default false,
  is_motorcycle boolean not null default false,
  internal_tags text[] not null default '{}'::text[],
  event_url text,
  attributes jsonb not null default '[]'::jsonb,
  sold_count integer not null default 0,
  is_published boolean not null default true,
  is_listed boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  version integer not null default 1,
  pictures_version integer not null default 1
);
alter table products add constraint donation_is_no_product CHECK ((sku <> 'DONAPUENTE'::text));
alter table products add constraint products_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id);
alter table products add constraint products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table products add constraint products_check CHECK (((sales_price > 0) AND (sales_price <= regular_price)));
alter table products add constraint products_check1 CHECK (((regular_price IS NULL) = (sales_price IS NULL)));
alter table products add constraint products_pkey PRIMARY KEY (id);
alter table products add constraint products_regular_price_check CHECK ((regular_price > 0));
alter table products add constraint products_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table products add constraint products_sku_key UNIQUE (sku);
alter table products add constraint products_slug_key UNIQUE (slug);
CREATE INDEX products_best_sellers ON public.products USING btree (sold_count DESC, id) WHERE (is_published AND is_listed);
CREATE INDEX products_brand ON public.products USING btree (brand_id);
CREATE INDEX products_category ON public.products USING btree (category_id, sold_count DESC, id);
CREATE INDEX products_discount_end ON public.products USING btree (discount_ends_at) WHERE (discount_ends_at IS NOT NULL);
CREATE INDEX products_newest ON public.products USING btree (created_at DESC, id) WHERE (is_published AND is_listed);
CREATE INDEX products_parent ON public.products USING btree (parent_sku) WHERE (parent_sku IS NOT NULL);
CREATE INDEX products_presale ON public.products USING btree (presale_date, id) WHERE (is_presale AND is_published AND is_listed);
CREATE INDEX products_seller ON public.products USING btree (seller_id, sold_count DESC, id);
CREATE TRIGGER products_archive BEFORE UPDATE ON public.products FOR EACH ROW WHEN ((new.is_published AND (new.archived_at IS NOT NULL))) EXECUTE FUNCTION products_leave_archive();
CREATE TRIGGER products_events_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_events();
CREATE TRIGGER products_events_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_events();
CREATE TRIGGER products_follow_attributes BEFORE INSERT OR UPDATE OF attributes, category_id ON public.products FOR EACH ROW WHEN ((new.attributes <> '[]'::jsonb)) EXECUTE FUNCTION products_follow_attributes();
CREATE TRIGGER products_presale_change AFTER UPDATE OF presale_date ON public.products FOR EACH ROW WHEN ((new.is_presale AND (new.presale_date IS NOT NULL) AND (old.presale_date IS DISTINCT FROM new.presale_date))) EXECUTE FUNCTION note_presale_change();
CREATE TRIGGER products_presale_over BEFORE UPDATE OF is_presale ON public.products FOR EACH ROW WHEN ((old.is_presale AND (NOT new.is_presale))) EXECUTE FUNCTION presale_is_over();
CREATE TRIGGER products_price_history_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_price_history();
CREATE TRIGGER products_price_history_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_price_history();
CREATE TRIGGER products_purge_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION catalog_purge_product();
CREATE TRIGGER products_purge_update AFTER UPDATE ON public.products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION catalog_purge_product();
CREATE TRIGGER products_remember_address AFTER UPDATE OF slug ON public.products FOR EACH ROW WHEN ((old.slug <> new.slug)) EXECUTE FUNCTION remember_address();
CREATE TRIGGER products_row_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_row_refresh();
CREATE TRIGGER products_row_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_row_refresh();
CREATE TRIGGER products_search_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_search_refresh();
CREATE TRIGGER products_search_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_search_refresh();
CREATE TRIGGER products_sku_no_code BEFORE INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION product_sku_is_no_code();
CREATE TRIGGER products_sku_no_code_update BEFORE UPDATE OF sku ON public.products FOR EACH ROW WHEN ((old.sku <> new.sku)) EXECUTE FUNCTION product_sku_is_no_code();
CREATE TRIGGER products_variant_insert AFTER INSERT ON public.products FOR EACH ROW WHEN ((new.parent_sku IS NOT NULL)) EXECUTE FUNCTION variant_judged();
CREATE TRIGGER products_variant_update AFTER UPDATE OF parent_sku, attributes, title ON public.products FOR EACH ROW WHEN (((new.parent_sku IS NOT NULL) AND ((old.parent_sku IS DISTINCT FROM new.parent_sku) OR (folded_variant_label(old.attributes, old.title) <> folded_variant_label(new.attributes, new.title))))) EXECUTE FUNCTION variant_judged();
CREATE TRIGGER products_version BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((((((((((((((((((((((old.slug IS DISTINCT FROM new.slug) OR (old.parent_sku IS DISTINCT FROM new.parent_sku)) OR (old.title IS DISTINCT FROM new.title)) OR (old.description IS DISTINCT FROM new.description)) OR (old.brand_id IS DISTINCT FROM new.brand_id)) OR (old.seller_id IS DISTINCT FROM new.seller_id)) OR (old.offer_id IS DISTINCT FROM new.offer_id)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.regular_price IS DISTINCT FROM new.regular_price)) OR (old.sales_price IS DISTINCT FROM new.sales_price)) OR (old.discount_ends_at IS DISTINCT FROM new.discount_ends_at)) OR (old.is_presale IS DISTINCT FROM new.is_presale)) OR (old.presale_date IS DISTINCT FROM new.presale_date)) OR (old.is_dropshipping IS DISTINCT FROM new.is_dropshipping)) OR (old.is_restricted IS DISTINCT FROM new.is_restricted)) OR (old.is_motorcycle IS DISTINCT FROM new.is_motorcycle)) OR (old.internal_tags IS DISTINCT FROM new.internal_tags)) OR (old.event_url IS DISTINCT FROM new.event_url)) OR (old.attributes IS DISTINCT FROM new.attributes)) OR (old.is_published IS DISTINCT FROM new.is_published)) OR (old.is_listed IS DISTINCT FROM new.is_listed)) OR (old.archived_at IS DISTINCT FROM new.archived_at))) EXECUTE FUNCTION count_version();

create table purchase_lines (
  purchase_id integer not null,
  "position" integer not null,
  product_id bigint not null,
  quantity integer not null,
  unit_cost bigint,
  extra_cost bigint not null default 0,
  received integer not null default 0,
  rejected integer not null default 0
);
alter table purchase_lines add constraint purchase_lines_extra_cost_check CHECK ((extra_cost >= 0));
alter table purchase_lines add constraint purchase_lines_once UNIQUE (purchase_id, product_id);
alter table purchase_lines add constraint purchase_lines_pkey PRIMARY KEY (purchase_id, "position");
alter table purchase_lines add constraint purchase_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table purchase_lines add constraint purchase_lines_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id) ON DELETE CASCADE;
alter table purchase_lines add constraint purchase_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100000)));
alter table purchase_lines add constraint purchase_lines_received_check CHECK ((received >= 0));
alter table purchase_lines add constraint purchase_lines_rejected_check CHECK ((rejected >= 0));
alter table purchase_lines add constraint purchase_lines_unit_cost_check CHECK ((unit_cost >= 0));
CREATE INDEX purchase_lines_product ON public.purchase_lines USING btree (product_id, purchase_id);

create table purchase_message_outbox (
  order_id uuid not null,
  since timestamp with time zone not null default now()
);
alter table purchase_message_outbox add constraint purchase_message_outbox_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table purchase_message_outbox add constraint purchase_message_outbox_pkey PRIMARY KEY (order_id);
CREATE INDEX purchase_message_outbox_since ON public.purchase_message_outbox USING btree (since);

create table purchase_receipt_lines (
  purchase_id integer not null,
  n integer not null,
  product_id bigint not null,
  quantity integer not null,
  rejected integer not null default 0,
  reason text,
  landed_value bigint,
  picture text
);
alter table purchase_receipt_lines add constraint purchase_receipt_lines_landed_value_check CHECK ((landed_value >= 0));
alter table purchase_receipt_lines add constraint purchase_receipt_lines_picture_key UNIQUE (picture);
alter table purchase_receipt_lines add constraint purchase_receipt_lines_pkey PRIMARY KEY (purchase_id, n, product_id);
alter table purchase_receipt_lines add constraint purchase_receipt_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table purchase_receipt_lines add constraint purchase_receipt_lines_purchase_id_n_fkey FOREIGN KEY (purchase_id, n) REFERENCES purchase_receipts(purchase_id, n);
alter table purchase_receipt_lines add constraint purchase_receipt_lines_quantity_check CHECK ((quantity >= 0));
alter table purchase_receipt_lines add constraint purchase_receipt_lines_reason_check CHECK (((reason <> ''::text) AND (length(reason) <= 300)));
alter table purchase_receipt_lines add constraint purchase_receipt_lines_rejected_check CHECK ((rejected >= 0));
alter table purchase_receipt_lines add constraint purchase_receipt_lines_units CHECK (((quantity + rejected) > 0));
alter table purchase_receipt_lines add constraint purchase_receipt_lines_why CHECK (((rejected > 0) = (reason IS NOT NULL)));

create table purchase_receipts (
  purchase_id integer not null,
  n integer not null,
  received_at timestamp with time zone not null,
  received_by jsonb not null,
  note text not null default ''::text
);
alter table purchase_receipts add constraint purchase_receipts_n_check CHECK ((n > 0));
alter table purchase_receipts add constraint purchase_receipts_note_check CHECK ((length(note) <= 300));
alter table purchase_receipts add constraint purchase_receipts_pkey PRIMARY KEY (purchase_id, n);
alter table purchase_receipts add constraint purchase_receipts_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id);
CREATE TRIGGER purchase_receipts_events AFTER INSERT ON public.purchase_receipts FOR EACH ROW EXECUTE FUNCTION purchase_receipts_events();

create table purchases (
  id integer not null generated always as identity,
  supplier_id integer not null,
  store_code text not null,
  state text not null,
  is_direct boolean not null default false,
  expected_on date,
  extra_cost bigint not null default 0,
  note text not null default ''::text,
  created_at timestamp with time zone not null,
  created_by jsonb not null,
  ordered_at timestamp with time zone,
  ended_at timestamp with time zone,
  close_reason text,
  version integer not null default 1
);
alter table purchases add constraint purchases_close_reason_check CHECK (((close_reason <> ''::text) AND (length(close_reason) <= 300)));
alter table purchases add constraint purchases_closed_why CHECK (((state = 'closed'::text) = (close_reason IS NOT NULL)));
alter table purchases add constraint purchases_ended CHECK (((state = ANY (ARRAY['received'::text, 'closed'::text])) = (ended_at IS NOT NULL)));
alter table purchases add constraint purchases_extra_cost_check CHECK ((extra_cost >= 0));
alter table purchases add constraint purchases_note_check CHECK ((length(note) <= 500));
alter table purchases add constraint purchases_pkey PRIMARY KEY (id);
alter table purchases add constraint purchases_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'ordered'::text, 'partlyReceived'::text, 'received'::text, 'closed'::text])));
alter table purchases add constraint purchases_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
alter table purchases add constraint purchases_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id);
CREATE INDEX purchases_coming ON public.purchases USING btree (expected_on, id) WHERE (state = ANY (ARRAY['ordered'::text, 'partlyReceived'::text]));
CREATE INDEX purchases_created ON public.purchases USING btree (created_at, id);
CREATE INDEX purchases_supplier ON public.purchases USING btree (supplier_id, id);

create table redirects (
  id integer not null generated by default as identity,
  from_path text not null,
  to_path text not null,
  note text not null default ''::text,
  version integer not null default 1
);
alter table redirects add constraint redirects_from_key UNIQUE (from_path);
alter table redirects add constraint redirects_pkey PRIMARY KEY (id);
CREATE TRIGGER redirects_as_written BEFORE INSERT OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION redirect_written();
CREATE TRIGGER redirects_judged AFTER INSERT OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION redirect_judged();
CREATE TRIGGER redirects_version BEFORE UPDATE ON public.redirects FOR EACH ROW WHEN (((old.to_path IS DISTINCT FROM new.to_path) OR (old.note IS DISTINCT FROM new.note))) EXECUTE FUNCTION count_version();

create table refund_lines (
  refund_id uuid not null,
  order_id uuid not null,
  n integer not null,
  "position" integer not null,
  quantity integer not null,
  amount bigint not null,
  cash bigint not null default 0,
  shortfall bigint not null default 0,
  is_courtesy boolean not null default false,
  charged bigint,
  iva bigint,
  warranty_charged bigint not null default 0,
  warranty_iva bigint not null default 0
);
alter table refund_lines add constraint refund_lines_amount_check CHECK ((amount >= 0));
alter table refund_lines add constraint refund_lines_cash CHECK (((cash >= 0) AND (cash <= amount)));
alter table refund_lines add constraint refund_lines_charged_check CHECK ((charged >= 0));
alter table refund_lines add constraint refund_lines_iva_check CHECK ((iva >= 0));
alter table refund_lines add constraint refund_lines_order_id_n_fkey FOREIGN KEY (order_id, n) REFERENCES shipments(order_id, n);
alter table refund_lines add constraint refund_lines_order_id_position_fkey FOREIGN KEY (order_id, "position") REFERENCES order_lines(order_id, "position");
alter table refund_lines add constraint refund_lines_pkey PRIMARY KEY (refund_id, n, "position");
alter table refund_lines add constraint refund_lines_quantity_check CHECK ((quantity > 0));
alter table refund_lines add constraint refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
alter table refund_lines add constraint refund_lines_shortfall_check CHECK ((shortfall >= 0));
alter table refund_lines add constraint refund_lines_warranty_charged_check CHECK ((warranty_charged >= 0));
alter table refund_lines add constraint refund_lines_warranty_iva_check CHECK ((warranty_iva >= 0));
CREATE INDEX refund_lines_line ON public.refund_lines USING btree (order_id, "position");
CREATE INDEX refund_lines_shipment ON public.refund_lines USING btree (order_id, n);
CREATE TRIGGER refund_lines_counted AFTER INSERT ON public.refund_lines FOR EACH ROW EXECUTE FUNCTION count_refunded_units();

create table refund_requests (
  id uuid not null,
  order_id uuid not null,
  asked jsonb not null,
  amount bigint not null,
  destination text not null,
  state refund_state not null,
  actor jsonb not null,
  reason text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamp with time zone,
  rejection text
);
alter table refund_requests add constraint refund_requests_amount_check CHECK ((amount > 0));
alter table refund_requests add constraint refund_requests_decided CHECK ((num_nulls(decided_by, decided_at) =
CASE
    WHEN (state = 'awaiting_approval'::refund_state) THEN 2
    ELSE 0
END));
alter table refund_requests add constraint refund_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff_members(id);
alter table refund_requests add constraint refund_requests_destination_check CHECK ((destination = ANY (ARRAY['origin'::text, 'till'::text, 'transfer'::text, 'giftCard'::text])));
alter table refund_requests add constraint refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table refund_requests add constraint refund_requests_pkey PRIMARY KEY (id);
alter table refund_requests add constraint refund_requests_reason_check CHECK ((length(reason) <= 300));
alter table refund_requests add constraint refund_requests_rejected CHECK (((rejection IS NOT NULL) = (state = 'rejected'::refund_state)));
alter table refund_requests add constraint refund_requests_rejection_check CHECK ((length(rejection) <= 300));
alter table refund_requests add constraint refund_requests_state_check CHECK ((state = ANY (ARRAY['awaiting_approval'::refund_state, 'rejected'::refund_state, 'done'::refund_state])));
CREATE INDEX refund_requests_created ON public.refund_requests USING btree (created_at, id) WHERE (state <> 'done'::refund_state);
CREATE INDEX refund_requests_order ON public.refund_requests USING btree (order_id);

create table refund_transfers (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  bank text not null,
  account_mask text not null,
  asked_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  reference text,
  forgotten_at timestamp with time zone
);
alter table refund_transfers add constraint refund_transfers_account_mask_check CHECK ((length(account_mask) <= 10));
alter table refund_transfers add constraint refund_transfers_bank_check CHECK (((length(bank) >= 1) AND (length(bank) <= 60)));
alter table refund_transfers add constraint refund_transfers_forgotten CHECK (((forgotten_at IS NULL) OR (paid_at IS NOT NULL)));
alter table refund_transfers add constraint refund_transfers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table refund_transfers add constraint refund_transfers_paid CHECK (((paid_at IS NULL) = (reference IS NULL)));
alter table refund_transfers add constraint refund_transfers_pkey PRIMARY KEY (id);
CREATE INDEX refund_transfers_known ON public.refund_transfers USING btree (paid_at) WHERE ((paid_at IS NOT NULL) AND (forgotten_at IS NULL));
CREATE UNIQUE INDEX refund_transfers_open ON public.refund_transfers USING btree (order_id) WHERE (paid_at IS NULL);

create table refunds (
  id uuid not null,
  order_id uuid not null,
  cause text not null,
  cause_key text not null,
  payment_id uuid not null,
  amount bigint not null,
  destination text not null,
  state refund_state not null,
  points_amount bigint not null default 0,
  gift_card_amount bigint not null default 0,
  points integer not null default 0,
  points_taken boolean not null default false,
  shipping bigint not null default 0,
  donation bigint not null default 0,
  goodwill bigint not null default 0,
  actor jsonb not null,
  reason text,
  created_at timestamp with time zone not null default clock_timestamp(),
  send_after timestamp with time zone,
  refusal_code text,
  reference text,
  done_by jsonb,
  done_at timestamp with time zone,
  points_settle_after timestamp with time zone,
  points_given_at timestamp with time zone,
  courtesy_reason text,
  iva bigint
);
alter table refunds add constraint refunds_amount_check CHECK ((amount >= 0));
alter table refunds add constraint refunds_cause_check CHECK ((cause = ANY (ARRAY['cancellation'::text, 'return'::text, 'shipment'::text, 'desk'::text, 'goodwill'::text])));
alter table refunds add constraint refunds_courtesy_reason_check CHECK (((length(courtesy_reason) >= 1) AND (length(courtesy_reason) <= 300)));
alter table refunds add constraint refunds_destination_check CHECK ((destination = ANY (ARRAY['origin'::text, 'till'::text, 'transfer'::text, 'giftCard'::text, 'owed_less'::text, 'bill'::text])));
alter table refunds add constraint refunds_donation_check CHECK ((donation >= 0));
alter table refunds add constraint refunds_done CHECK (((done_at IS NOT NULL) = (state = 'done'::refund_state)));
alter table refunds add constraint refunds_gift_card_amount_check CHECK ((gift_card_amount >= 0));
alter table refunds add constraint refunds_iva_check CHECK ((iva >= 0));
alter table refunds add constraint refunds_once UNIQUE (order_id, cause_key);
alter table refunds add constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table refunds add constraint refunds_owed_less_done CHECK (((state = 'done'::refund_state) OR ((amount > 0) AND (destination <> ALL (ARRAY['owed_less'::text, 'bill'::text])))));
alter table refunds add constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table refunds add constraint refunds_pkey PRIMARY KEY (id);
alter table refunds add constraint refunds_points_amount_check CHECK ((points_amount >= 0));
alter table refunds add constraint refunds_points_check CHECK ((points >= 0));
alter table refunds add constraint refunds_points_wait CHECK (((points_settle_after IS NULL) OR (points_given_at IS NULL)));
alter table refunds add constraint refunds_reason_check CHECK ((length(reason) <= 300));
alter table refunds add constraint refunds_send_while_due CHECK (((send_after IS NOT NULL) = ((destination = 'origin'::text) AND (state <> 'done'::refund_state))));
alter table refunds add constraint refunds_shipping_check CHECK ((shipping >= 0));
CREATE INDEX refunds_created ON public.refunds USING btree (created_at, id);
CREATE INDEX refunds_points ON public.refunds USING btree (points_settle_after) WHERE (points_settle_after IS NOT NULL);
CREATE INDEX refunds_sending ON public.refunds USING btree (send_after) WHERE (send_after IS NOT NULL);
CREATE INDEX refunds_state ON public.refunds USING btree (state, created_at);
CREATE TRIGGER refunds_events_insert AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = 'done'::refund_state)) EXECUTE FUNCTION refunds_events();
CREATE TRIGGER refunds_events_update AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'done'::refund_state) AND (old.state <> 'done'::refund_state))) EXECUTE FUNCTION refunds_events();
CREATE TRIGGER refunds_money AFTER INSERT OR UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION move_money_of_refund();
CREATE TRIGGER refunds_transfer AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((old.state = 'due'::refund_state) AND (new.state <> 'due'::refund_state))) EXECUTE FUNCTION drop_unused_transfer();

create table removed_pictures (
  key text not null,
  since timestamp with time zone not null
);
alter table removed_pictures add constraint removed_pictures_pkey PRIMARY KEY (key);

create table restock_mailed (
  token_hash bytea not null,
  email_hash bytea not null,
  mailed_at timestamp with time zone not null
);
alter table restock_mailed add constraint restock_mailed_pkey PRIMARY KEY (token_hash);
CREATE INDEX restock_mailed_email_hash_idx ON public.restock_mailed USING btree (email_hash);
CREATE INDEX restock_mailed_mailed_at_idx ON public.restock_mailed USING btree (mailed_at);

create table restock_notices (
  product_id bigint not null,
  customer_id uuid,
  created_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  id bigint not null generated always as identity,
  email text
);
alter table restock_notices add constraint restock_notices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table restock_notices add constraint restock_notices_of_customer UNIQUE (product_id, customer_id);
alter table restock_notices add constraint restock_notices_of_email UNIQUE (product_id, email);
alter table restock_notices add constraint restock_notices_one_reader CHECK ((num_nonnulls(customer_id, email) = 1));
alter table restock_notices add constraint restock_notices_pkey PRIMARY KEY (id);
alter table restock_notices add constraint restock_notices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
CREATE INDEX restock_notices_created ON public.restock_notices USING btree (created_at);
CREATE INDEX restock_notices_customer ON public.restock_notices USING btree (customer_id);
CREATE INDEX restock_notices_email ON public.restock_notices USING btree (email) WHERE (email IS NOT NULL);

create table restock_stops (
  email_hash bytea not null,
  stopped_at timestamp with time zone not null
);
alter table restock_stops add constraint restock_stops_pkey PRIMARY KEY (email_hash);

create table return_outcomes (
  id bigint not null generated always as identity,
  return_id uuid not null,
  fate text not null,
  quantity integer not null,
  store_code text,
  reason text,
  actor jsonb not null,
  decided_at timestamp with time zone not null default clock_timestamp()
);
alter table return_outcomes add constraint return_outcomes_fate_check CHECK ((fate = ANY (ARRAY['restock'::text, 'scrap'::text, 'toSupplier'::text, 'reject'::text])));
alter table return_outcomes add constraint return_outcomes_pkey PRIMARY KEY (id);
alter table return_outcomes add constraint return_outcomes_place CHECK ((((store_code IS NOT NULL) AND (fate <> 'reject'::text)) OR ((store_code IS NULL) AND (fate <> 'restock'::text))));
alter table return_outcomes add constraint return_outcomes_quantity_check CHECK ((quantity > 0));
alter table return_outcomes add constraint return_outcomes_reason_check CHECK (((reason <> ''::text) AND (length(reason) <= 300)));
alter table return_outcomes add constraint return_outcomes_return_id_fkey FOREIGN KEY (return_id) REFERENCES returns(id);
alter table return_outcomes add constraint return_outcomes_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
alter table return_outcomes add constraint return_outcomes_why CHECK (((fate <> 'reject'::text) OR (reason IS NOT NULL)));
CREATE INDEX return_outcomes_return ON public.return_outcomes USING btree (return_id);
CREATE TRIGGER return_outcomes_append_only BEFORE DELETE OR UPDATE ON public.return_outcomes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER return_outcomes_carried_out AFTER INSERT ON public.return_outcomes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION carry_out_outcomes();

create table return_pictures (
  return_id uuid not null,
  n smallint not null,
  path text not null
);
alter table return_pictures add constraint return_pictures_n_check CHECK (((n >= 1) AND (n <= 9)));
alter table return_pictures add constraint return_pictures_path_key UNIQUE (path);
alter table return_pictures add constraint return_pictures_pkey PRIMARY KEY (return_id, n);
alter table return_pictures add constraint return_pictures_return_id_fkey FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE;
CREATE TRIGGER return_pictures_given_up AFTER DELETE ON public.return_pictures FOR EACH ROW EXECUTE FUNCTION give_up_return_picture();

create table returns (
  id uuid not null,
  number integer not null default nextval('return_numbers'::regclass),
  order_id uuid not null,
  "position" integer not null,
  quantity integer not null,
  reason text not null,
  description text not null,
  request_key text,
  requested_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  rejected_at timestamp with time zone,
  canceled_at timestamp with time zone,
  answer text,
  answered_by jsonb,
  asked_by jsonb,
  version integer not null default 1,
  received_at timestamp with time zone,
  decided integer not null default 0,
  to_send_back integer not null default 0,
  sent_back_at timestamp with time zone,
  sent_back_how text,
  sent_back_by jsonb,
  is_kept boolean not null default false
);
alter table returns add constraint returns_answer_check CHECK (((answer <> ''::text) AND (length(answer) <= 300)));
alter table returns add constraint returns_decided_once_received CHECK (((decided = 0) OR (received_at IS NOT NULL)));
alter table returns add constraint returns_number_key UNIQUE (number);
alter table returns add constraint returns_one_end CHECK ((num_nonnulls(rejected_at, canceled_at, received_at) <= 1));
alter table returns add constraint returns_order_id_position_fkey FOREIGN KEY (order_id, "position") REFERENCES order_lines(order_id, "position");
alter table returns add constraint returns_pkey PRIMARY KEY (id);
alter table returns add constraint returns_quantity_check CHECK ((quantity > 0));
alter table returns add constraint returns_received_approved CHECK (((received_at IS NULL) OR (approved_at IS NOT NULL)));
alter table returns add constraint returns_rejected_why CHECK (((rejected_at IS NULL) OR (answer IS NOT NULL)));
alter table returns add constraint returns_sent_back_how_check CHECK (((sent_back_how <> ''::text) AND (length(sent_back_how) <= 300)));
alter table returns add constraint returns_units_left CHECK (((decided >= 0) AND (decided <= quantity)));
CREATE INDEX returns_line ON public.returns USING btree (order_id, "position");
CREATE INDEX returns_open ON public.returns USING btree (number) WHERE ((received_at IS NULL) AND (rejected_at IS NULL) AND (canceled_at IS NULL));
CREATE UNIQUE INDEX returns_request_key ON public.returns USING btree (order_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX returns_requested ON public.returns USING btree (requested_at, number);
CREATE INDEX returns_undecided ON public.returns USING btree (number) WHERE ((received_at IS NOT NULL) AND (decided < quantity));
CREATE TRIGGER returns_changed BEFORE UPDATE ON public.returns FOR EACH ROW EXECUTE FUNCTION count_return_change();
CREATE TRIGGER returns_events_insert AFTER INSERT ON public.returns FOR EACH ROW EXECUTE FUNCTION returns_events();
CREATE TRIGGER returns_events_update AFTER UPDATE OF decided ON public.returns FOR EACH ROW WHEN (((new.decided = new.quantity) AND (old.decided < old.quantity))) EXECUTE FUNCTION returns_events();

create table run_rows (
  run_id uuid not null,
  row_no integer not null,
  key text not null,
  outcome text,
  why text
);
alter table run_rows add constraint run_rows_outcome_check CHECK ((outcome = ANY (ARRAY['changed'::text, 'equal'::text, 'failed'::text])));
alter table run_rows add constraint run_rows_pkey PRIMARY KEY (run_id, row_no);
alter table run_rows add constraint run_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
CREATE INDEX run_rows_failed ON public.run_rows USING btree (run_id, row_no) WHERE (outcome = 'failed'::text);
CREATE INDEX run_rows_waiting ON public.run_rows USING btree (run_id, row_no) WHERE (outcome IS NULL);

create table running_nodes (
  name text not null,
  role text not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null
);
alter table running_nodes add constraint running_nodes_pkey PRIMARY KEY (name);
alter table running_nodes add constraint running_nodes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])));

create table runs (
  id uuid not null,
  kind text not null,
  state text not null,
  total integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  options jsonb not null default '{}'::jsonb,
  result jsonb not null default '{}'::jsonb,
  file_name text not null default ''::text,
  file_hash text,
  actor_kind text not null,
  actor_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rows_kept text not null default 'all'::text
);
alter table runs add constraint runs_done_check CHECK ((done >= 0));
alter table runs add constraint runs_failed_check CHECK ((failed >= 0));
alter table runs add constraint runs_pkey PRIMARY KEY (id);
alter table runs add constraint runs_rows_kept_check CHECK ((rows_kept = ANY (ARRAY['all'::text, 'wrong'::text, 'none'::text])));
alter table runs add constraint runs_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'checked'::text, 'applying'::text, 'done'::text, 'refused'::text, 'failed'::text, 'canceled'::text])));
alter table runs add constraint runs_total_check CHECK ((total >= 0));
CREATE INDEX runs_created ON public.runs USING btree (created_at);
CREATE INDEX runs_file ON public.runs USING btree (kind, file_hash, created_at);
CREATE INDEX runs_with_rows ON public.runs USING btree (created_at) WHERE (rows_kept <> 'none'::text);
CREATE TRIGGER runs_events AFTER UPDATE OF state ON public.runs FOR EACH ROW WHEN (((new.kind ~~ 'import %'::text) AND (new.file_name <> ''::text) AND (new.state = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text])) AND (old.state <> new.state))) EXECUTE FUNCTION runs_events();
CREATE TRIGGER runs_notice AFTER UPDATE OF state ON public.runs FOR EACH ROW WHEN (((new.state = ANY (ARRAY['checked'::text, 'done'::text, 'refused'::text, 'failed'::text])) AND (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION note_finished_run();

create table saved_cards (
  id uuid not null,
  customer_id uuid,
  vault_token text not null,
  masked text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  saved_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  remove_after timestamp with time zone,
  card_key text,
  acquirer text not null
);
alter table saved_cards add constraint saved_cards_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL;
alter table saved_cards add constraint saved_cards_expiry_month_check CHECK (((expiry_month >= 1) AND (expiry_month <= 12)));
alter table saved_cards add constraint saved_cards_masked_check CHECK ((masked ~ '^\d{6}\*+\d{4}$'::text));
alter table saved_cards add constraint saved_cards_of_customer CHECK (((customer_id IS NOT NULL) OR (removed_at IS NOT NULL)));
alter table saved_cards add constraint saved_cards_pkey PRIMARY KEY (id);
alter table saved_cards add constraint saved_cards_removal CHECK (((removed_at IS NULL) = (remove_after IS NULL)));
CREATE UNIQUE INDEX saved_cards_once ON public.saved_cards USING btree (customer_id, masked, expiry_month, expiry_year, acquirer) WHERE (removed_at IS NULL);
CREATE INDEX saved_cards_removed ON public.saved_cards USING btree (remove_after) WHERE (removed_at IS NOT NULL);
CREATE TRIGGER saved_cards_inserted_removed AFTER INSERT ON public.saved_cards FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION remove_saved_cards_soon();
CREATE TRIGGER saved_cards_removed AFTER UPDATE ON public.saved_cards FOR EACH ROW WHEN (((old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION remove_saved_cards_soon();
CREATE TRIGGER saved_cards_without_customer BEFORE UPDATE OF customer_id ON public.saved_cards FOR EACH ROW WHEN ((new.customer_id IS NULL)) EXECUTE FUNCTION remove_card_of_nobody();

create table sealed_secrets (
  place text not null,
  sealed text not null
);
alter table sealed_secrets add constraint sealed_secrets_pkey PRIMARY KEY (place);

create table search_absent (
  word text not null,
  category_path text,
  folded text not null generated always as (search_singular(word)) stored,
  is_standard boolean not null default false,
  note text not null default ''::text,
  version integer not null default 1
);
alter table search_absent add constraint search_absent_pkey PRIMARY KEY (word);
CREATE INDEX search_absent_folded ON public.search_absent USING btree (folded);
CREATE TRIGGER search_absent_as_written BEFORE INSERT OR UPDATE ON public.search_absent FOR EACH ROW EXECUTE FUNCTION search_absent_written();
CREATE TRIGGER search_absent_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_absent FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_absent_version BEFORE UPDATE ON public.search_absent FOR EACH ROW WHEN (((old.note IS DISTINCT FROM new.note) OR (old.category_path IS DISTINCT FROM new.category_path))) EXECUTE FUNCTION count_version();

create table search_answer_words (
  word text not null,
  path text not null,
  folded text not null generated always as (search_bag(word)) stored,
  version integer not null default 1
);
alter table search_answer_words add constraint search_answer_words_path_fkey FOREIGN KEY (path) REFERENCES search_answers(path) ON DELETE CASCADE;
alter table search_answer_words add constraint search_answer_words_pkey PRIMARY KEY (word);
CREATE INDEX search_answer_words_folded ON public.search_answer_words USING btree (folded);
CREATE TRIGGER search_answer_words_as_written BEFORE INSERT OR UPDATE ON public.search_answer_words FOR EACH ROW EXECUTE FUNCTION search_answer_word_written();
CREATE TRIGGER search_answer_words_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_answer_words FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_answer_words_version BEFORE UPDATE ON public.search_answer_words FOR EACH ROW WHEN ((old.path IS DISTINCT FROM new.path)) EXECUTE FUNCTION count_version();

create table search_answers (
  path text not null,
  title text,
  text text,
  id integer not null generated by default as identity,
  version integer not null default 1
);
alter table search_answers add constraint search_answers_path_check CHECK ((path ~ '^/'::text));
alter table search_answers add constraint search_answers_pkey PRIMARY KEY (path);
CREATE TRIGGER search_answers_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_answers FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_answers_version BEFORE UPDATE ON public.search_answers FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.text IS DISTINCT FROM new.text))) EXECUTE FUNCTION count_version();

create table search_counts (
  day date not null,
  words text not null,
  searches integer not null,
  without_result integer not null
) with (fillfactor=80);
alter table search_counts add constraint search_counts_check CHECK (((without_result >= 0) AND (without_result <= searches)));
alter table search_counts add constraint search_counts_pkey PRIMARY KEY (day, words);
alter table search_counts add constraint search_counts_searches_check CHECK ((searches >= 0));

create table search_hidden (
  id integer not null generated by default as identity,
  sku text not null,
  words text not null default ''::text,
  note text not null default ''::text,
  version integer not null default 1
);
alter table search_hidden add constraint search_hidden_pkey PRIMARY KEY (id);
alter table search_hidden add constraint search_hidden_product UNIQUE (sku, words);
alter table search_hidden add constraint search_hidden_sku_fkey FOREIGN KEY (sku) REFERENCES products(sku) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX search_hidden_words ON public.search_hidden USING btree (words);
CREATE TRIGGER search_hidden_as_written BEFORE INSERT OR UPDATE ON public.search_hidden FOR EACH ROW EXECUTE FUNCTION search_query_written();
CREATE TRIGGER search_hidden_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_hidden FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_hidden_version BEFORE UPDATE ON public.search_hidden FOR EACH ROW WHEN ((old.note IS DISTINCT FROM new.note)) EXECUTE FUNCTION count_version();

create table search_ignored (
  word text not null,
  note text not null default ''::text,
  version integer not null default 1
);
alter table search_ignored add constraint search_ignored_pkey PRIMARY KEY (word);
CREATE TRIGGER search_ignored_as_written BEFORE INSERT OR UPDATE ON public.search_ignored FOR EACH ROW EXECUTE FUNCTION search_word_written();
CREATE TRIGGER search_ignored_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_ignored FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_ignored_version BEFORE UPDATE ON public.search_ignored FOR EACH ROW WHEN ((old.note IS DISTINCT FROM new.note)) EXECUTE FUNCTION count_version();

create table search_other_brands (
  word text not null,
  shown text not null,
  instead text not null default ''::text,
  folded text not null generated always as (search_singular(word)) stored,
  is_standard boolean not null default false,
  version integer not null default 1
);
alter table search_other_brands add constraint search_other_brands_pkey PRIMARY KEY (word);
CREATE INDEX search_other_brands_folded ON public.search_other_brands USING btree (folded);
CREATE TRIGGER search_other_brands_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_other_brands FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_other_brands_version BEFORE UPDATE ON public.search_other_brands FOR EACH ROW WHEN (((old.shown IS DISTINCT FROM new.shown) OR (old.instead IS DISTINCT FROM new.instead))) EXECUTE FUNCTION count_version();
CREATE TRIGGER search_other_brands_written BEFORE INSERT OR UPDATE OF word, shown, instead ON public.search_other_brands FOR EACH ROW EXECUTE FUNCTION search_other_brand_written();

create table search_pins (
  id integer not null generated by default as identity,
  words text not null,
  sku text not null,
  place integer not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  version integer not null default 1
);
alter table search_pins add constraint search_pins_pkey PRIMARY KEY (id);
alter table search_pins add constraint search_pins_place UNIQUE (words, place);
alter table search_pins add constraint search_pins_place_check CHECK (((place >= 1) AND (place <= 5)));
alter table search_pins add constraint search_pins_product UNIQUE (words, sku);
alter table search_pins add constraint search_pins_sku_fkey FOREIGN KEY (sku) REFERENCES products(sku) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX search_pins_sku ON public.search_pins USING btree (sku);
CREATE TRIGGER search_pins_as_written BEFORE INSERT OR UPDATE ON public.search_pins FOR EACH ROW EXECUTE FUNCTION search_query_written();
CREATE TRIGGER search_pins_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_pins FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_pins_version BEFORE UPDATE ON public.search_pins FOR EACH ROW WHEN ((((old.place IS DISTINCT FROM new.place) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION count_version();

create table search_synonym_groups (
  meaning integer not null generated by default as identity,
  words text not null,
  meant text not null default ''::text,
  is_quality boolean not null default false,
  is_standard boolean not null default false,
  version integer not null default 1
);
alter table search_synonym_groups add constraint search_synonym_groups_pkey PRIMARY KEY (meaning);
CREATE TRIGGER search_synonym_groups_as_written BEFORE INSERT OR UPDATE ON public.search_synonym_groups FOR EACH ROW EXECUTE FUNCTION search_synonym_group_written();
CREATE TRIGGER search_synonym_groups_read AFTER INSERT OR DELETE OR UPDATE ON public.search_synonym_groups FOR EACH ROW EXECUTE FUNCTION search_synonym_group_read();
CREATE TRIGGER search_synonym_groups_version BEFORE UPDATE ON public.search_synonym_groups FOR EACH ROW WHEN ((((old.words IS DISTINCT FROM new.words) OR (old.meant IS DISTINCT FROM new.meant)) OR (old.is_quality IS DISTINCT FROM new.is_quality))) EXECUTE FUNCTION count_version();

create table search_synonyms (
  meaning integer not null,
  word text not null,
  lexemes text[] not null,
  is_quality boolean not null default false,
  folded text not null generated always as (search_bag(word)) stored,
  is_said boolean not null default true,
  is_standard boolean not null default false
);
alter table search_synonyms add constraint search_synonyms_pkey PRIMARY KEY (word, meaning);
CREATE INDEX search_synonyms_folded ON public.search_synonyms USING btree (folded);
CREATE INDEX search_synonyms_meaning ON public.search_synonyms USING btree (meaning);
CREATE TRIGGER search_synonyms_purge AFTER INSERT OR DELETE OR UPDATE ON public.search_synonyms FOR EACH ROW EXECUTE FUNCTION search_words_purge();
CREATE TRIGGER search_synonyms_removed AFTER DELETE ON public.search_synonyms FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION search_synonym_removed();

create table search_words (
  word text not null,
  shown text not null,
  lexeme text not null,
  sound text not null,
  products integer not null,
  thing text
);
alter table search_words add constraint search_words_pkey PRIMARY KEY (word);
alter table search_words add constraint search_words_thing_check CHECK ((thing = ANY (ARRAY['kind'::text, 'brand'::text])));
CREATE INDEX search_words_lexeme ON public.search_words USING btree (lexeme);
CREATE INDEX search_words_sound ON public.search_words USING btree (sound);
CREATE INDEX search_words_trigrams ON public.search_words USING gin (word gin_trgm_ops);
CREATE INDEX search_words_typing ON public.search_words USING btree (word text_pattern_ops);

create table sellers (
  id integer not null,
  title text not null,
  slug text not null,
  lead_days integer not null default 0,
  tax_regime text not null default 'general'::text,
  tax_regime_since timestamp with time zone not null default '-infinity'::timestamp with time zone,
  is_active boolean not null default true,
  former_slugs text[] not null default '{}'::text[],
  version integer not null default 1
);
alter table sellers add constraint sellers_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 60)));
alter table sellers add constraint sellers_pkey PRIMARY KEY (id);
alter table sellers add constraint sellers_slug_key UNIQUE (slug);
alter table sellers add constraint sellers_tax_regime_check CHECK ((tax_regime = ANY (ARRAY['general'::text, 'small'::text, 'exempt'::text])));
CREATE TRIGGER sellers_as_written BEFORE INSERT OR UPDATE ON public.sellers FOR EACH ROW EXECUTE FUNCTION seller_written();
CREATE TRIGGER sellers_purge AFTER UPDATE ON public.sellers FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug))) EXECUTE FUNCTION catalog_purge_name('seller');
CREATE TRIGGER sellers_search AFTER UPDATE ON public.sellers FOR EACH ROW WHEN (((old.title <> new.title) OR (old.slug <> new.slug))) EXECUTE FUNCTION names_search_refresh();
CREATE TRIGGER sellers_tax_regime BEFORE UPDATE ON public.sellers FOR EACH ROW WHEN ((old.tax_regime <> new.tax_regime)) EXECUTE FUNCTION date_tax_regime();
CREATE TRIGGER sellers_version BEFORE UPDATE ON public.sellers FOR EACH ROW WHEN (((((old.title IS DISTINCT FROM new.title) OR (old.lead_days IS DISTINCT FROM new.lead_days)) OR (old.tax_regime IS DISTINCT FROM new.tax_regime)) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION count_version();

create table sessions (
  id uuid not null,
  customer_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);
alter table sessions add constraint sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
CREATE INDEX sessions_customer ON public.sessions USING btree (customer_id);
CREATE INDEX sessions_expires ON public.sessions USING btree (expires_at);

create table settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now()
);
alter table settings add constraint settings_pkey PRIMARY KEY (name);

create table shipment_lines (
  order_id uuid not null,
  n integer not null,
  "position" integer not null,
  quantity integer not null,
  canceled integer not null default 0,
  picked integer not null default 0,
  missing integer not null default 0,
  first_unit integer not null default 0,
  refunded integer not null default 0,
  courtesy integer not null default 0
);
alter table shipment_lines add constraint shipment_lines_courtesy_check CHECK ((courtesy >= 0));
alter table shipment_lines add constraint shipment_lines_first_unit_check CHECK ((first_unit >= 0));
alter table shipment_lines add constraint shipment_lines_pkey PRIMARY KEY (order_id, n, "position");
alter table shipment_lines add constraint shipment_lines_quantity_check CHECK ((quantity > 0));
alter table shipment_lines add constraint shipment_lines_refunded CHECK (((refunded >= 0) AND (refunded <= quantity)));
alter table shipment_lines add constraint shipment_lines_units CHECK (((canceled >= 0) AND (picked >= 0) AND (missing >= 0) AND (((canceled + picked) + missing) <= quantity)));
CREATE INDEX shipment_lines_line ON public.shipment_lines USING btree (order_id, "position");
CREATE INDEX shipment_lines_missing ON public.shipment_lines USING btree (order_id, n) WHERE (missing > 0);

create table shipment_scans (
  scan_id uuid not null,
  order_id uuid not null,
  n integer not null,
  "position" integer not null,
  serial text,
  is_counted boolean not null default true,
  staff_id uuid,
  scanned_at timestamp with time zone not null
);
alter table shipment_scans add constraint shipment_scans_pkey PRIMARY KEY (scan_id);
alter table shipment_scans add constraint shipment_scans_serial_check CHECK ((length(serial) <= 60));
CREATE UNIQUE INDEX shipment_scans_serial ON public.shipment_scans USING btree (order_id, n, "position", serial) WHERE (is_counted AND (serial IS NOT NULL));

create table shipments (
  order_id uuid not null,
  n integer not null,
  seller_id integer not null,
  store_code text,
  place text,
  promised_on date not null default 'infinity'::date,
  state shipment_state not null,
  since timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone,
  version integer not null default 1,
  pick_id bigint,
  courier text,
  tracking_number text,
  parcels integer not null default 1,
  attempts integer not null default 0,
  is_back boolean not null default false,
  code_tries integer not null default 0,
  reminded_at timestamp with time zone,
  receiver text,
  proof_key text,
  proof_at timestamp with time zone,
  cash_due bigint not null default 0,
  cash_collected bigint,
  brings_donation boolean not null default false,
  decided_by jsonb,
  reason text,
  picked_at timestamp with time zone,
  left_at timestamp with time zone,
  ended_at timestamp with time zone,
  received_at timestamp with time zone,
  is_scrapped boolean,
  sent_again_as integer,
  late_since timestamp with time zone,
  cash_written_off bigint not null default 0,
  cash_settled_at timestamp with time zone
);
alter table shipments add constraint shipments_cash_collected_check CHECK ((cash_collected >= 0));
alter table shipments add constraint shipments_cash_due_check CHECK ((cash_due >= 0));
alter table shipments add constraint shipments_collected_at_door CHECK (((cash_collected IS NULL) OR (state = 'delivered'::shipment_state)));
alter table shipments add constraint shipments_courier_check CHECK ((length(courier) <= 60));
alter table shipments add constraint shipments_ended CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['delivered'::shipment_state, 'undelivered'::shipment_state, 'canceled'::shipment_state]))));
alter table shipments add constraint shipments_fate CHECK (((received_at IS NULL) = (is_scrapped IS NULL)));
alter table shipments add constraint shipments_n_check CHECK ((n > 0));
alter table shipments add constraint shipments_parcels_check CHECK (((parcels >= 1) AND (parcels <= 99)));
alter table shipments add constraint shipments_pkey PRIMARY KEY (order_id, n);
alter table shipments add constraint shipments_reason_check CHECK ((length(reason) <= 300));
alter table shipments add constraint shipments_received_back CHECK (((received_at IS NULL) OR (state = 'undelivered'::shipment_state)));
alter table shipments add constraint shipments_receiver_check CHECK ((length(receiver) <= 100));
alter table shipments add constraint shipments_sent_again CHECK (((sent_again_as IS NULL) OR (received_at IS NOT NULL)));
alter table shipments add constraint shipments_tracking_number_check CHECK ((length(tracking_number) <= 60));
CREATE INDEX shipments_courier ON public.shipments USING btree (courier) WHERE (courier IS NOT NULL);
CREATE INDEX shipments_door_cash ON public.shipments USING btree (ended_at) WHERE ((cash_collected <> cash_due) OR (cash_settled_at IS NOT NULL));
CREATE INDEX shipments_due ON public.shipments USING btree (due_at) WHERE ((late_since IS NULL) AND (received_at IS NULL) AND (state <> ALL (ARRAY['delivered'::shipment_state, 'canceled'::shipment_state])));
CREATE INDEX shipments_late ON public.shipments USING btree (promised_on) WHERE (late_since IS NOT NULL);
CREATE INDEX shipments_open_promised ON public.shipments USING btree (promised_on) WHERE (ended_at IS NULL);
CREATE INDEX shipments_open_since ON public.shipments USING btree (since) WHERE (ended_at IS NULL);
CREATE INDEX shipments_pick ON public.shipments USING btree (pick_id) WHERE (pick_id IS NOT NULL);
CREATE INDEX shipments_place ON public.shipments USING btree (place);
CREATE INDEX shipments_promised ON public.shipments USING btree (promised_on);
CREATE INDEX shipments_since ON public.shipments USING btree (since);
CREATE INDEX shipments_state ON public.shipments USING btree (state, promised_on, order_id, n);
CREATE INDEX shipments_tracking ON public.shipments USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE TRIGGER shipments_cash AFTER UPDATE OF cash_collected ON public.shipments FOR EACH ROW WHEN (((new.cash_collected > 0) AND (old.cash_collected IS NULL))) EXECUTE FUNCTION collect_cash_of_shipment();
CREATE TRIGGER shipments_cash_settled AFTER UPDATE OF cash_collected, cash_written_off ON public.shipments FOR EACH ROW WHEN (((old.cash_collected IS NOT NULL) AND (new.cash_collected IS NOT NULL) AND ((old.cash_collected <> new.cash_collected) OR (old.cash_written_off <> new.cash_written_off)))) EXECUTE FUNCTION settle_cash_of_shipment();
CREATE TRIGGER shipments_cost AFTER UPDATE OF state, left_at ON public.shipments FOR EACH ROW WHEN ((((old.left_at IS NULL) AND (new.left_at IS NOT NULL)) OR ((new.state = 'delivered'::shipment_state) AND (old.state <> 'delivered'::shipment_state)))) EXECUTE FUNCTION store_cost_of_dispatch();
CREATE TRIGGER shipments_enter_state BEFORE UPDATE OF state ON public.shipments FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION shipments_enter_state();
CREATE TRIGGER shipments_events AFTER UPDATE ON public.shipments FOR EACH ROW WHEN (((((((new.state IS DISTINCT FROM old.state) OR (new.courier IS DISTINCT FROM old.courier)) OR (new.tracking_number IS DISTINCT FROM old.tracking_number)) OR (new.attempts IS DISTINCT FROM old.attempts)) OR (new.cash_collected IS DISTINCT FROM old.cash_collected)) OR (new.received_at IS DISTINCT FROM old.received_at))) EXECUTE FUNCTION shipments_events();
CREATE TRIGGER shipments_notice AFTER UPDATE OF late_since ON public.shipments FOR EACH ROW WHEN (((new.late_since IS NOT NULL) AND (old.late_since IS NULL))) EXECUTE FUNCTION note_late_shipment();
CREATE TRIGGER shipments_points_due AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((new.state = 'delivered'::shipment_state) AND (old.state <> 'delivered'::shipment_state))) EXECUTE FUNCTION points_of_shipment_due();
CREATE TRIGGER shipments_proof_given_up AFTER UPDATE OF proof_key ON public.shipments FOR EACH ROW WHEN (((old.proof_key IS NOT NULL) AND (old.proof_key IS DISTINCT FROM new.proof_key))) EXECUTE FUNCTION give_up_proof();
CREATE TRIGGER shipments_row AFTER UPDATE OF state, store_code, tracking_number, late_since ON public.shipments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.store_code IS DISTINCT FROM new.store_code) OR (old.tracking_number IS DISTINCT FROM new.tracking_number) OR (old.late_since IS DISTINCT FROM new.late_since))) EXECUTE FUNCTION write_row_of_shipment();

create table shop_policy (
  is_only boolean not null default true,
  changes jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1
);
alter table shop_policy add constraint shop_policy_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text));
alter table shop_policy add constraint shop_policy_is_only_check CHECK (is_only);
alter table shop_policy add constraint shop_policy_pkey PRIMARY KEY (is_only);
CREATE TRIGGER shop_policy_purge AFTER INSERT OR DELETE OR UPDATE ON public.shop_policy FOR EACH ROW EXECUTE FUNCTION shop_policy_purge();
CREATE TRIGGER shop_policy_version BEFORE UPDATE ON public.shop_policy FOR EACH ROW WHEN ((old.changes IS DISTINCT FROM new.changes)) EXECUTE FUNCTION count_version();

create table shop_secrets (
  name text not null,
  value text not null
);
alter table shop_secrets add constraint shop_secrets_pkey PRIMARY KEY (name);

create table sign_in_failures (
  email_hash bytea not null,
  device text not null default ''::text,
  failed_at timestamp with time zone not null
);
CREATE INDEX sign_in_failures_age ON public.sign_in_failures USING btree (failed_at);
CREATE INDEX sign_in_failures_email ON public.sign_in_failures USING btree (email_hash, device, failed_at);

create table sponsored_events (
  id uuid not null,
  event_url text not null,
  created_at timestamp with time zone not null,
  called_at timestamp with time zone,
  outcome text
);
alter table sponsored_events add constraint sponsored_events_pkey PRIMARY KEY (id);
CREATE INDEX sponsored_events_age ON public.sponsored_events USING btree (created_at);

create table staff_challenges (
  token_hash bytea not null,
  staff_id uuid not null,
  tries integer not null default 0,
  enrolling boolean not null default false,
  expires_at timestamp with time zone not null
);
alter table staff_challenges add constraint staff_challenges_pkey PRIMARY KEY (token_hash);
alter table staff_challenges add constraint staff_challenges_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
CREATE INDEX staff_challenges_expires ON public.staff_challenges USING btree (expires_at);

create table staff_invitations (
  staff_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null
);
alter table staff_invitations add constraint staff_invitations_pkey PRIMARY KEY (staff_id);
alter table staff_invitations add constraint staff_invitations_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
alter table staff_invitations add constraint staff_invitations_token_hash_key UNIQUE (token_hash);

create table staff_members (
  id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  stores text[],
  password_hash text,
  enrolled_at timestamp with time zone,
  last_step bigint not null default 0,
  disabled_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now()
);
alter table staff_members add constraint staff_members_email_check CHECK ((email = lower(email)));
alter table staff_members add constraint staff_members_email_key UNIQUE (email);
alter table staff_members add constraint staff_members_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table staff_members add constraint staff_members_pkey PRIMARY KEY (id);

create table staff_passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  staff_id uuid,
  expires_at timestamp with time zone not null
);
alter table staff_passkey_challenges add constraint staff_passkey_challenges_check CHECK (((purpose = 'signIn'::text) = (staff_id IS NULL)));
alter table staff_passkey_challenges add constraint staff_passkey_challenges_pkey PRIMARY KEY (challenge_hash);
alter table staff_passkey_challenges add constraint staff_passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['signIn'::text, 'add'::text, 'confirm'::text])));
alter table staff_passkey_challenges add constraint staff_passkey_challenges_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
CREATE INDEX staff_passkey_challenges_expires ON public.staff_passkey_challenges USING btree (expires_at);
CREATE INDEX staff_passkey_challenges_staff ON public.staff_passkey_challenges USING btree (staff_id) WHERE (staff_id IS NOT NULL);

create table staff_passkeys (
  id uuid not null,
  staff_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);
alter table staff_passkeys add constraint staff_passkeys_counter_check CHECK ((counter >= 0));
alter table staff_passkeys add constraint staff_passkeys_credential_id_key UNIQUE (credential_id);
alter table staff_passkeys add constraint staff_passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table staff_passkeys add constraint staff_passkeys_pkey PRIMARY KEY (id);
alter table staff_passkeys add constraint staff_passkeys_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
CREATE INDEX staff_passkeys_staff ON public.staff_passkeys USING btree (staff_id, created_at);

create table staff_recovery_codes (
  staff_id uuid not null,
  code_hash bytea not null
);
alter table staff_recovery_codes add constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash);
alter table staff_recovery_codes add constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;

create table staff_refused_sign_ins (
  hour timestamp with time zone not null,
  network text not null,
  operation text not null,
  code text not null,
  entity_id text not null,
  refusals integer not null,
  last_at timestamp with time zone not null
);
alter table staff_refused_sign_ins add constraint staff_refused_sign_ins_pkey PRIMARY KEY (hour, network, operation, code, entity_id);

create table staff_roles (
  id text not null,
  label text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null default now()
);
alter table staff_roles add constraint staff_roles_id_check CHECK ((id ~ '^[a-z0-9-]{1,40}$'::text));
alter table staff_roles add constraint staff_roles_pkey PRIMARY KEY (id);

create table staff_sessions (
  id uuid not null,
  token_hash bytea not null,
  staff_id uuid not null,
  device text not null default ''::text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null
);
alter table staff_sessions add constraint staff_sessions_pkey PRIMARY KEY (id);
alter table staff_sessions add constraint staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_members(id) ON DELETE CASCADE;
alter table staff_sessions add constraint staff_sessions_token_hash_key UNIQUE (token_hash);
CREATE INDEX staff_sessions_expires ON public.staff_sessions USING btree (expires_at);
CREATE INDEX staff_sessions_staff ON public.staff_sessions USING btree (staff_id);

create table stock_claims (
  order_id uuid not null,
  n integer not null,
  product_id bigint not null,
  store_code text not null,
  quantity integer not null,
  released_at timestamp with time zone
);
alter table stock_claims add constraint stock_claims_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table stock_claims add constraint stock_claims_pkey PRIMARY KEY (order_id, n, product_id, store_code);
alter table stock_claims add constraint stock_claims_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table stock_claims add constraint stock_claims_quantity_check CHECK ((quantity > 0));
alter table stock_claims add constraint stock_claims_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
CREATE INDEX stock_claims_place ON public.stock_claims USING btree (product_id, store_code);

create table stock_count_lines (
  count_number integer not null,
  product_id bigint not null,
  counted integer,
  counted_at timestamp with time zone,
  booked integer,
  recounted integer,
  recounted_at timestamp with time zone,
  rebooked integer,
  outcome text
);
alter table stock_count_lines add constraint stock_count_lines_count_number_fkey FOREIGN KEY (count_number) REFERENCES stock_counts(number) ON DELETE CASCADE;
alter table stock_count_lines add constraint stock_count_lines_outcome_check CHECK ((outcome = ANY (ARRAY['counted'::text, 'equal'::text, 'superseded'::text])));
alter table stock_count_lines add constraint stock_count_lines_pkey PRIMARY KEY (count_number, product_id);
alter table stock_count_lines add constraint stock_count_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

create table stock_count_scans (
  scan_id uuid not null,
  count_number integer not null,
  round integer not null,
  product_id bigint not null,
  staff_id uuid not null,
  quantity integer not null,
  scanned_at timestamp with time zone not null
);
alter table stock_count_scans add constraint stock_count_scans_count_number_fkey FOREIGN KEY (count_number) REFERENCES stock_counts(number) ON DELETE CASCADE;
alter table stock_count_scans add constraint stock_count_scans_pkey PRIMARY KEY (scan_id);
alter table stock_count_scans add constraint stock_count_scans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table stock_count_scans add constraint stock_count_scans_quantity_check CHECK (((quantity >= '-9999'::integer) AND (quantity <= 9999)));
alter table stock_count_scans add constraint stock_count_scans_round_check CHECK ((round = ANY (ARRAY[1, 2])));
CREATE INDEX stock_count_scans_product ON public.stock_count_scans USING btree (count_number, product_id, round);

create table stock_counts (
  number integer not null generated always as identity,
  store_code text not null,
  scope text not null,
  scope_value text,
  state text not null default 'counting'::text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  first_ended_by uuid,
  version integer not null default 1
);
alter table stock_counts add constraint stock_counts_ended CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['approved'::text, 'canceled'::text]))));
alter table stock_counts add constraint stock_counts_pkey PRIMARY KEY (number);
alter table stock_counts add constraint stock_counts_scope_check CHECK ((scope = ANY (ARRAY['place'::text, 'shelf'::text, 'category'::text, 'list'::text])));
alter table stock_counts add constraint stock_counts_scope_value_check CHECK ((length(scope_value) <= 100));
alter table stock_counts add constraint stock_counts_state_check CHECK ((state = ANY (ARRAY['counting'::text, 'recounting'::text, 'reviewed'::text, 'approved'::text, 'canceled'::text])));
alter table stock_counts add constraint stock_counts_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);

create table stock_feeds (
  product_id bigint not null,
  store_code text not null,
  as_of timestamp with time zone not null
);
alter table stock_feeds add constraint stock_feeds_pkey PRIMARY KEY (product_id, store_code);
alter table stock_feeds add constraint stock_feeds_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_feeds add constraint stock_feeds_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);

create table stock_levels (
  product_id bigint not null,
  store_code text not null,
  quantity integer not null,
  shelf text
) with (fillfactor=80);
alter table stock_levels add constraint stock_levels_pkey PRIMARY KEY (product_id, store_code);
alter table stock_levels add constraint stock_levels_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_levels add constraint stock_levels_quantity_check CHECK ((quantity >= 0));
alter table stock_levels add constraint stock_levels_shelf_check CHECK ((length(shelf) <= 20));
alter table stock_levels add constraint stock_levels_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
CREATE TRIGGER stock_levels_events_insert AFTER INSERT ON public.stock_levels REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_levels_events();
CREATE TRIGGER stock_levels_events_update AFTER UPDATE ON public.stock_levels REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_levels_events();
CREATE TRIGGER stock_levels_total_delete AFTER DELETE ON public.stock_levels REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_levels_total();
CREATE TRIGGER stock_levels_total_insert AFTER INSERT ON public.stock_levels REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_levels_total();
CREATE TRIGGER stock_levels_total_update AFTER UPDATE ON public.stock_levels REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_levels_total();

create table stock_movements (
  id bigint not null generated always as identity,
  product_id bigint not null,
  store_code text not null,
  delta integer not null,
  reason text not null,
  order_id uuid,
  reference text,
  created_at timestamp with time zone not null default now(),
  counted integer,
  document text,
  staff_id uuid
);
alter table stock_movements add constraint stock_movements_delta_check CHECK ((delta <> 0));
alter table stock_movements add constraint stock_movements_document_check CHECK ((length(document) <= 40));
alter table stock_movements add constraint stock_movements_pkey PRIMARY KEY (id);
alter table stock_movements add constraint stock_movements_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_movements add constraint stock_movements_reason_check CHECK ((reason = ANY (ARRAY['initial'::text, 'received'::text, 'counted'::text, 'order'::text, 'order_released'::text, 'returned'::text, 'damaged'::text, 'to_supplier'::text, 'adjusted'::text, 'transfer_out'::text, 'transfer_in'::text, 'presale'::text]))) NOT VALID;
alter table stock_movements add constraint stock_movements_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
CREATE INDEX stock_movements_counted ON public.stock_movements USING btree (product_id, store_code, created_at) WHERE (reason = 'counted'::text);
CREATE INDEX stock_movements_newest ON public.stock_movements USING btree (product_id, id) INCLUDE (store_code, delta);
CREATE INDEX stock_movements_order ON public.stock_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX stock_movements_product ON public.stock_movements USING btree (product_id, store_code);
CREATE UNIQUE INDEX stock_movements_received ON public.stock_movements USING btree (product_id, store_code, reason, reference) WHERE (reference IS NOT NULL);

create table stock_offers (
  id integer not null generated always as identity,
  offer_type text not null,
  offer_value text not null,
  threshold integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  version integer not null default 1
);
alter table stock_offers add constraint stock_offers_check CHECK ((ends_at > starts_at));
alter table stock_offers add constraint stock_offers_offer_type_check CHECK ((offer_type = ANY (ARRAY['By SKU'::text, 'By Category ID'::text])));
alter table stock_offers add constraint stock_offers_pkey PRIMARY KEY (id);
alter table stock_offers add constraint stock_offers_threshold_check CHECK ((threshold > 0));
CREATE INDEX stock_offers_match ON public.stock_offers USING btree (offer_type, offer_value);
CREATE TRIGGER stock_offers_purge AFTER INSERT OR DELETE OR UPDATE ON public.stock_offers FOR EACH ROW EXECUTE FUNCTION content_purge();
CREATE TRIGGER stock_offers_version BEFORE UPDATE ON public.stock_offers FOR EACH ROW WHEN ((((old.threshold IS DISTINCT FROM new.threshold) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION count_version();

create table stock_thresholds (
  id integer not null generated always as identity,
  product_id bigint,
  category_id integer,
  units integer not null
);
alter table stock_thresholds add constraint stock_thresholds_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table stock_thresholds add constraint stock_thresholds_category_id_key UNIQUE (category_id);
alter table stock_thresholds add constraint stock_thresholds_of_one CHECK ((num_nonnulls(product_id, category_id) = 1));
alter table stock_thresholds add constraint stock_thresholds_pkey PRIMARY KEY (id);
alter table stock_thresholds add constraint stock_thresholds_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_thresholds add constraint stock_thresholds_product_id_key UNIQUE (product_id);
alter table stock_thresholds add constraint stock_thresholds_units_check CHECK (((units >= 0) AND (units <= 100000)));

create table stock_totals (
  product_id bigint not null,
  salable integer not null
) with (fillfactor=80);
alter table stock_totals add constraint stock_totals_pkey PRIMARY KEY (product_id);
alter table stock_totals add constraint stock_totals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table stock_totals add constraint stock_totals_salable_check CHECK ((salable >= 0));
CREATE TRIGGER stock_totals_came AFTER INSERT ON public.stock_totals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_totals_crossed();
CREATE TRIGGER stock_totals_crossed AFTER UPDATE ON public.stock_totals REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_totals_crossed();
CREATE TRIGGER stock_totals_purge AFTER UPDATE ON public.stock_totals FOR EACH ROW WHEN (((old.salable IS DISTINCT FROM new.salable) AND (((old.salable = 0) <> (new.salable = 0)) OR (LEAST(old.salable, new.salable) <= 20)))) EXECUTE FUNCTION stock_totals_purge();
CREATE TRIGGER stock_totals_row_insert AFTER INSERT ON public.stock_totals FOR EACH ROW WHEN ((new.salable > 0)) EXECUTE FUNCTION product_part_row_refresh();
CREATE TRIGGER stock_totals_row_update AFTER UPDATE ON public.stock_totals FOR EACH ROW WHEN (((old.salable > 0) <> (new.salable > 0))) EXECUTE FUNCTION product_part_row_refresh();

create table stores (
  store_code text not null,
  name text not null,
  street text not null,
  city text not null,
  region_id integer not null,
  zone text not null default ''::text,
  latitude double precision not null,
  longitude double precision not null,
  type text not null,
  hours jsonb not null default '[]'::jsonb,
  is_pickup boolean not null default true,
  is_warehouse boolean not null default false,
  "position" integer not null default 0,
  slug text not null,
  services text[] not null default '{}'::text[],
  phone text,
  exceptions jsonb not null default '[]'::jsonb,
  retired_at timestamp with time zone,
  version integer not null default 1,
  twin integer not null default 0,
  display_units integer not null default 0
);
alter table stores add constraint stores_display_units CHECK (((display_units >= 0) AND (display_units <= 99))) NOT VALID;
alter table stores add constraint stores_exceptions CHECK (are_store_exceptions(exceptions)) NOT VALID;
alter table stores add constraint stores_hours CHECK (are_store_hours(hours));
alter table stores add constraint stores_pkey PRIMARY KEY (store_code);
alter table stores add constraint stores_retired CHECK (((retired_at IS NULL) OR (NOT is_pickup))) NOT VALID;
alter table stores add constraint stores_slug_form CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text));
alter table stores add constraint stores_slug_key UNIQUE (slug);
alter table stores add constraint stores_type_check CHECK ((type = ANY (ARRAY['tienda'::text, 'bodega'::text])));
CREATE UNIQUE INDEX stores_one_warehouse ON public.stores USING btree (is_warehouse) WHERE is_warehouse;
CREATE UNIQUE INDEX stores_twins ON public.stores USING btree (search_fold(store_code), twin);
CREATE TRIGGER stores_general_till AFTER INSERT ON public.stores FOR EACH ROW WHEN (new.is_pickup) EXECUTE FUNCTION give_store_general_till();
CREATE TRIGGER stores_general_till_later AFTER UPDATE OF is_pickup ON public.stores FOR EACH ROW WHEN ((new.is_pickup AND (NOT old.is_pickup))) EXECUTE FUNCTION give_store_general_till();
CREATE TRIGGER stores_purge AFTER INSERT OR DELETE OR UPDATE ON public.stores FOR EACH ROW EXECUTE FUNCTION stores_purge();
CREATE TRIGGER stores_slug BEFORE INSERT OR UPDATE OF slug ON public.stores FOR EACH ROW WHEN ((new.slug IS NULL)) EXECUTE FUNCTION stores_slug();
CREATE TRIGGER stores_version BEFORE UPDATE ON public.stores FOR EACH ROW WHEN ((((((((((((((((old.name IS DISTINCT FROM new.name) OR (old.street IS DISTINCT FROM new.street)) OR (old.city IS DISTINCT FROM new.city)) OR (old.region_id IS DISTINCT FROM new.region_id)) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.type IS DISTINCT FROM new.type)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.hours IS DISTINCT FROM new.hours)) OR (old.exceptions IS DISTINCT FROM new.exceptions)) OR (old.is_pickup IS DISTINCT FROM new.is_pickup)) OR (old."position" IS DISTINCT FROM new."position")) OR (old.retired_at IS DISTINCT FROM new.retired_at)) OR (old.display_units IS DISTINCT FROM new.display_units))) EXECUTE FUNCTION count_version();

create table supplier_codes (
  id integer not null generated always as identity,
  supplier_id integer not null,
  sku text not null,
  code text not null,
  version integer not null default 1
);
alter table supplier_codes add constraint supplier_codes_code_check CHECK (((length(code) >= 1) AND (length(code) <= 60)));
alter table supplier_codes add constraint supplier_codes_pkey PRIMARY KEY (id);
alter table supplier_codes add constraint supplier_codes_product UNIQUE (supplier_id, sku);
alter table supplier_codes add constraint supplier_codes_sku FOREIGN KEY (sku) REFERENCES products(sku) ON UPDATE CASCADE ON DELETE CASCADE;
alter table supplier_codes add constraint supplier_codes_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id);
CREATE INDEX supplier_codes_code ON public.supplier_codes USING btree (code);
CREATE INDEX supplier_codes_sku ON public.supplier_codes USING btree (sku);
CREATE TRIGGER supplier_codes_version BEFORE UPDATE ON public.supplier_codes FOR EACH ROW WHEN ((old.code IS DISTINCT FROM new.code)) EXECUTE FUNCTION count_version();

create table supplier_note_lines (
  note integer not null,
  product_id bigint not null,
  quantity integer not null
);
alter table supplier_note_lines add constraint supplier_note_lines_note_fkey FOREIGN KEY (note) REFERENCES supplier_notes(number) ON DELETE CASCADE;
alter table supplier_note_lines add constraint supplier_note_lines_pkey PRIMARY KEY (note, product_id);
alter table supplier_note_lines add constraint supplier_note_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table supplier_note_lines add constraint supplier_note_lines_quantity_check CHECK ((quantity > 0));

create table supplier_notes (
  number integer not null generated always as identity,
  store_code text not null,
  supplier text not null,
  reason text not null,
  state text not null default 'open'::text,
  reference text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  version integer not null default 1
);
alter table supplier_notes add constraint supplier_notes_ended CHECK (((ended_at IS NOT NULL) = (state <> 'open'::text)));
alter table supplier_notes add constraint supplier_notes_pkey PRIMARY KEY (number);
alter table supplier_notes add constraint supplier_notes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)));
alter table supplier_notes add constraint supplier_notes_reference_check CHECK ((length(reference) <= 50));
alter table supplier_notes add constraint supplier_notes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'credited'::text, 'replaced'::text])));
alter table supplier_notes add constraint supplier_notes_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code);
alter table supplier_notes add constraint supplier_notes_supplier_check CHECK (((length(supplier) >= 1) AND (length(supplier) <= 120)));

create table suppliers (
  id integer not null generated always as identity,
  name text not null,
  nit text,
  contact text,
  email text,
  phone text,
  lead_days integer not null default 7,
  terms text,
  notes text,
  is_active boolean not null default true,
  version integer not null default 1
);
alter table suppliers add constraint suppliers_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 365)));
alter table suppliers add constraint suppliers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)));
alter table suppliers add constraint suppliers_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX suppliers_twins ON public.suppliers USING btree (search_fold(name));
CREATE TRIGGER suppliers_version BEFORE UPDATE ON public.suppliers FOR EACH ROW WHEN ((((((((((old.name IS DISTINCT FROM new.name) OR (old.nit IS DISTINCT FROM new.nit)) OR (old.contact IS DISTINCT FROM new.contact)) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.lead_days IS DISTINCT FROM new.lead_days)) OR (old.terms IS DISTINCT FROM new.terms)) OR (old.notes IS DISTINCT FROM new.notes)) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION count_version();

create table till_counts (
  id bigint not null generated always as identity,
  session_id uuid not null,
  kind text not null,
  counted bigint not null,
  difference bigint,
  counted_cards bigint,
  cards_difference bigint,
  actor jsonb not null,
  reason text,
  at timestamp with time zone not null
);
alter table till_counts add constraint till_counts_cards CHECK ((((counted_cards IS NULL) = (kind = 'opening'::text)) AND ((cards_difference IS NULL) = (kind = 'opening'::text))));
alter table till_counts add constraint till_counts_counted_cards_check CHECK ((counted_cards >= 0));
alter table till_counts add constraint till_counts_counted_check CHECK ((counted >= 0));
alter table till_counts add constraint till_counts_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'closing'::text])));
alter table till_counts add constraint till_counts_pkey PRIMARY KEY (id);
alter table till_counts add constraint till_counts_reason_check CHECK (((reason <> ''::text) AND (length(reason) <= 300)));
alter table till_counts add constraint till_counts_session_id_fkey FOREIGN KEY (session_id) REFERENCES till_sessions(id) ON DELETE CASCADE;
CREATE INDEX till_counts_session ON public.till_counts USING btree (session_id, id);
CREATE TRIGGER till_counts_append_only BEFORE DELETE OR UPDATE ON public.till_counts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table till_movements (
  id bigint not null generated always as identity,
  session_id uuid not null,
  kind till_movement_kind not null,
  means text not null default 'cash'::text,
  amount bigint not null,
  order_id uuid,
  money_id bigint,
  reference text,
  received bigint,
  actor jsonb not null,
  reason text,
  at timestamp with time zone not null default clock_timestamp(),
  corrects bigint
);
alter table till_movements add constraint till_movements_amount_check CHECK ((amount <> 0));
alter table till_movements add constraint till_movements_check CHECK ((received >= amount));
alter table till_movements add constraint till_movements_means_check CHECK ((means = ANY (ARRAY['cash'::text, 'card'::text])));
alter table till_movements add constraint till_movements_of_order CHECK (((money_id IS NOT NULL) = (kind = ANY (ARRAY['payment'::till_movement_kind, 'unpaid'::till_movement_kind, 'collected'::till_movement_kind, 'refund'::till_movement_kind]))));
alter table till_movements add constraint till_movements_pkey PRIMARY KEY (id);
alter table till_movements add constraint till_movements_reason_check CHECK ((length(reason) <= 300));
alter table till_movements add constraint till_movements_session_id_fkey FOREIGN KEY (session_id) REFERENCES till_sessions(id);
alter table till_movements add constraint till_movements_sign CHECK (((amount > 0) = (kind = ANY (ARRAY['payment'::till_movement_kind, 'collected'::till_movement_kind, 'in'::till_movement_kind]))));
CREATE UNIQUE INDEX till_movements_money ON public.till_movements USING btree (money_id) WHERE (money_id IS NOT NULL);
CREATE INDEX till_movements_order ON public.till_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX till_movements_session ON public.till_movements USING btree (session_id, id);
CREATE TRIGGER till_movements_append_only BEFORE DELETE OR UPDATE ON public.till_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER till_movements_open BEFORE INSERT ON public.till_movements FOR EACH ROW EXECUTE FUNCTION refuse_closed_till();

create table till_papers (
  till text,
  receipt text not null,
  key text not null generated always as (receipt_key(receipt)) stored,
  order_id uuid not null,
  amount bigint not null,
  given_at timestamp with time zone not null default clock_timestamp()
);
alter table till_papers add constraint till_papers_amount_check CHECK ((amount > 0));
alter table till_papers add constraint till_papers_once UNIQUE NULLS NOT DISTINCT (till, key);
alter table till_papers add constraint till_papers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table till_papers add constraint till_papers_receipt_check CHECK (((receipt <> ''::text) AND (length(receipt) <= 60)));
alter table till_papers add constraint till_papers_till_fkey FOREIGN KEY (till) REFERENCES stores(store_code);
CREATE INDEX till_papers_order ON public.till_papers USING btree (order_id);

create table till_receipts (
  order_id uuid not null,
  receipt text not null,
  clerk text,
  kept_at timestamp with time zone not null,
  till text,
  key text not null generated always as (receipt_key(receipt)) stored,
  freed_at timestamp with time zone
);
alter table till_receipts add constraint till_receipts_clerk_check CHECK (((clerk <> ''::text) AND (length(clerk) <= 100)));
alter table till_receipts add constraint till_receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table till_receipts add constraint till_receipts_pkey PRIMARY KEY (order_id);
alter table till_receipts add constraint till_receipts_receipt_check CHECK (((receipt <> ''::text) AND (length(receipt) <= 60)));
alter table till_receipts add constraint till_receipts_till_fkey FOREIGN KEY (till) REFERENCES stores(store_code);
CREATE UNIQUE INDEX till_receipts_one_order ON public.till_receipts USING btree (till, key) NULLS NOT DISTINCT WHERE (freed_at IS NULL);

create table till_sessions (
  id uuid not null default gen_random_uuid(),
  till_id uuid not null,
  "float" bigint not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  opened_by jsonb not null,
  closed_at timestamp with time zone,
  closed_by jsonb,
  counted bigint,
  difference bigint,
  counted_cards bigint,
  cards_difference bigint,
  reason text,
  float_expected bigint,
  float_reason text,
  short_by jsonb
);
alter table till_sessions add constraint till_sessions_closed CHECK ((num_nulls(closed_at, closed_by, counted, difference, counted_cards, cards_difference) = ANY (ARRAY[0, 6])));
alter table till_sessions add constraint till_sessions_counted_cards_check CHECK ((counted_cards >= 0));
alter table till_sessions add constraint till_sessions_counted_check CHECK ((counted >= 0));
alter table till_sessions add constraint till_sessions_float_check CHECK (("float" >= 0));
alter table till_sessions add constraint till_sessions_pkey PRIMARY KEY (id);
alter table till_sessions add constraint till_sessions_reason_check CHECK (((reason <> ''::text) AND (length(reason) <= 300)));
alter table till_sessions add constraint till_sessions_till_id_fkey FOREIGN KEY (till_id) REFERENCES tills(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX till_sessions_open ON public.till_sessions USING btree (till_id) WHERE (closed_at IS NULL);
CREATE INDEX till_sessions_till ON public.till_sessions USING btree (till_id, opened_at);

create table tills (
  id uuid not null default gen_random_uuid(),
  number integer not null default nextval('till_numbers'::regclass),
  store_code text not null,
  name text not null,
  is_general boolean not null default false,
  receipts integer not null default 0,
  version integer not null default 1
);
alter table tills add constraint tills_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table tills add constraint tills_number_key UNIQUE (number);
alter table tills add constraint tills_pkey PRIMARY KEY (id);
alter table tills add constraint tills_store_code_fkey FOREIGN KEY (store_code) REFERENCES stores(store_code) ON DELETE CASCADE;
alter table tills add constraint tills_store_code_name_key UNIQUE (store_code, name);
CREATE UNIQUE INDEX tills_general ON public.tills USING btree (store_code) WHERE is_general;

create table transfer_differences (
  id integer not null generated always as identity,
  transfer integer not null,
  product_id bigint not null,
  units integer not null,
  fate text not null,
  reason text not null,
  noted_at timestamp with time zone not null,
  noted_by uuid not null
);
alter table transfer_differences add constraint transfer_differences_fate_check CHECK ((fate = ANY (ARRAY['back'::text, 'lost'::text])));
alter table transfer_differences add constraint transfer_differences_pkey PRIMARY KEY (id);
alter table transfer_differences add constraint transfer_differences_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table transfer_differences add constraint transfer_differences_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)));
alter table transfer_differences add constraint transfer_differences_transfer_fkey FOREIGN KEY (transfer) REFERENCES transfers(number) ON DELETE CASCADE;
alter table transfer_differences add constraint transfer_differences_units_check CHECK ((units > 0));
CREATE INDEX transfer_differences_transfer ON public.transfer_differences USING btree (transfer);

create table transfer_lines (
  transfer integer not null,
  product_id bigint not null,
  planned integer not null,
  sent integer not null default 0,
  received integer not null default 0,
  returned integer not null default 0,
  lost integer not null default 0,
  in_transit integer not null generated always as ((((sent - received) - returned) - lost)) stored
);
alter table transfer_lines add constraint transfer_lines_in_transit_check CHECK ((in_transit >= 0));
alter table transfer_lines add constraint transfer_lines_lost_check CHECK ((lost >= 0));
alter table transfer_lines add constraint transfer_lines_pkey PRIMARY KEY (transfer, product_id);
alter table transfer_lines add constraint transfer_lines_planned_check CHECK ((planned >= 0));
alter table transfer_lines add constraint transfer_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table transfer_lines add constraint transfer_lines_received_check CHECK ((received >= 0));
alter table transfer_lines add constraint transfer_lines_returned_check CHECK ((returned >= 0));
alter table transfer_lines add constraint transfer_lines_sent_check CHECK ((sent >= 0));
alter table transfer_lines add constraint transfer_lines_transfer_fkey FOREIGN KEY (transfer) REFERENCES transfers(number) ON DELETE CASCADE;
CREATE INDEX transfer_lines_in_transit ON public.transfer_lines USING btree (product_id) WHERE (in_transit > 0);

create table transfers (
  number integer not null generated always as identity,
  from_store text not null,
  to_store text not null,
  state text not null default 'draft'::text,
  note text not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  closed_as text,
  close_reason text,
  version integer not null default 1,
  order_id uuid,
  shipment_number integer
);
alter table transfers add constraint transfers_close_reason_check CHECK ((length(close_reason) <= 300));
alter table transfers add constraint transfers_closed_as_check CHECK ((closed_as = ANY (ARRAY['back'::text, 'lost'::text])));
alter table transfers add constraint transfers_ended CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['received'::text, 'closed'::text, 'canceled'::text]))));
alter table transfers add constraint transfers_from_store_fkey FOREIGN KEY (from_store) REFERENCES stores(store_code);
alter table transfers add constraint transfers_note_check CHECK ((length(note) <= 300));
alter table transfers add constraint transfers_pkey PRIMARY KEY (number);
alter table transfers add constraint transfers_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'sent'::text, 'received'::text, 'closed'::text, 'canceled'::text])));
alter table transfers add constraint transfers_to_store_fkey FOREIGN KEY (to_store) REFERENCES stores(store_code);
alter table transfers add constraint transfers_two_places CHECK ((from_store <> to_store));
CREATE INDEX transfers_open ON public.transfers USING btree (number) WHERE (state = ANY (ARRAY['draft'::text, 'sent'::text]));
CREATE INDEX transfers_shipment ON public.transfers USING btree (order_id, shipment_number) WHERE (order_id IS NOT NULL);

create table unclaimed_files (
  path text not null,
  since timestamp with time zone not null,
  is_unwanted boolean not null default false
);
alter table unclaimed_files add constraint unclaimed_files_pkey PRIMARY KEY (path);
CREATE INDEX unclaimed_files_since ON public.unclaimed_files USING btree (since);

create table unknown_codes (
  id bigint not null generated by default as identity,
  code text not null,
  store_code text not null,
  scans integer not null default 1,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  last_by text not null
);
alter table unknown_codes add constraint unknown_codes_code_check CHECK (((code <> ''::text) AND (length(code) <= 60)));
alter table unknown_codes add constraint unknown_codes_pkey PRIMARY KEY (id);
alter table unknown_codes add constraint unknown_codes_place UNIQUE (code, store_code);
CREATE INDEX unknown_codes_last ON public.unknown_codes USING btree (last_at);

create table visits (
  product_id bigint not null,
  days integer not null,
  coverage text[] not null default '{}'::text[],
  fit_category integer,
  fit_code text,
  fit_from double precision,
  fit_to double precision
);
alter table visits add constraint visits_days_check CHECK (((days >= 1) AND (days <= 60)));
alter table visits add constraint visits_fit_category_fkey FOREIGN KEY (fit_category) REFERENCES categories(id);
alter table visits add constraint visits_pkey PRIMARY KEY (product_id);
alter table visits add constraint visits_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table visits add constraint visits_range CHECK (((fit_code IS NOT NULL) OR ((fit_from IS NULL) AND (fit_to IS NULL))));
CREATE INDEX visits_fit_category ON public.visits USING btree (fit_category) WHERE (fit_category IS NOT NULL);
CREATE TRIGGER visits_purge AFTER INSERT OR DELETE OR UPDATE ON public.visits FOR EACH ROW EXECUTE FUNCTION visits_purge();

create table warranties (
  id integer not null generated always as identity,
  sku text not null,
  label text not null,
  amount bigint not null,
  product_id bigint,
  category_id integer,
  is_offered boolean not null default true,
  version integer not null default 1
);
alter table warranties add constraint warranties_amount_check CHECK ((amount > 0));
alter table warranties add constraint warranties_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table warranties add constraint warranties_check CHECK ((num_nonnulls(product_id, category_id) = 1));
alter table warranties add constraint warranties_pkey PRIMARY KEY (id);
alter table warranties add constraint warranties_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table warranties add constraint warranties_sku_key UNIQUE (sku);
CREATE INDEX warranties_category ON public.warranties USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX warranties_product ON public.warranties USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE TRIGGER warranties_purge AFTER INSERT OR DELETE OR UPDATE ON public.warranties FOR EACH ROW EXECUTE FUNCTION catalog_purge_warranty();
CREATE TRIGGER warranties_version BEFORE UPDATE ON public.warranties FOR EACH ROW WHEN ((((old.label IS DISTINCT FROM new.label) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.is_offered IS DISTINCT FROM new.is_offered))) EXECUTE FUNCTION count_version();

create table webhook_endpoints (
  id uuid not null,
  slot smallint not null,
  url text not null,
  types text[] not null,
  previous_until timestamp with time zone,
  created_at timestamp with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  ended_at timestamp with time zone,
  ended_because text
);
alter table webhook_endpoints add constraint webhook_endpoints_end CHECK (((ended_at IS NULL) = (ended_because IS NULL)));
alter table webhook_endpoints add constraint webhook_endpoints_ended_because_check CHECK ((ended_because = ANY (ARRAY['operator'::text, 'gone'::text])));
alter table webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (id);
alter table webhook_endpoints add constraint webhook_endpoints_previous CHECK (((previous_until IS NULL) OR (url ~~ 'https:%'::text)));
alter table webhook_endpoints add constraint webhook_endpoints_slot_check CHECK (((slot >= 1) AND (slot <= 20)));
alter table webhook_endpoints add constraint webhook_endpoints_types_check CHECK ((cardinality(types) > 0));
alter table webhook_endpoints add constraint webhook_endpoints_url_check CHECK (((url ~ '^(https|nats|tls)://'::text) AND (length(url) <= 500)));
CREATE UNIQUE INDEX webhook_endpoints_slot ON public.webhook_endpoints USING btree (slot) WHERE (ended_at IS NULL);

create table wishlist_items (
  id uuid not null,
  wishlist_id uuid not null,
  product_id bigint not null,
  quantity integer not null,
  added_at timestamp with time zone not null,
  seen_price bigint
);
alter table wishlist_items add constraint wishlist_items_pkey PRIMARY KEY (id);
alter table wishlist_items add constraint wishlist_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table wishlist_items add constraint wishlist_items_quantity_check CHECK ((quantity > 0));
alter table wishlist_items add constraint wishlist_items_wishlist_id_fkey FOREIGN KEY (wishlist_id) REFERENCES wishlists(id) ON DELETE CASCADE;
alter table wishlist_items add constraint wishlist_items_wishlist_id_product_id_key UNIQUE (wishlist_id, product_id);
CREATE INDEX wishlist_items_product ON public.wishlist_items USING btree (product_id);
CREATE TRIGGER wishlist_items_seen_price BEFORE INSERT ON public.wishlist_items FOR EACH ROW WHEN ((new.seen_price IS NULL)) EXECUTE FUNCTION note_seen_price();

create table wishlists (
  id uuid not null,
  customer_id uuid not null,
  created_at timestamp with time zone not null,
  share_token text
);
alter table wishlists add constraint wishlists_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table wishlists add constraint wishlists_customer_id_key UNIQUE (customer_id);
alter table wishlists add constraint wishlists_pkey PRIMARY KEY (id);
alter table wishlists add constraint wishlists_share_token_check CHECK ((length(share_token) = 43));
alter table wishlists add constraint wishlists_share_token_key UNIQUE (share_token);

-- function accept_legal_versions() returns trigger language plpgsql volatile
-- function add_cart_code(cart uuid, wanted text, new_lines uuid[], request text, line_limit integer, quantity_limit integer, moment timestamp with time zone, OUT refusal text, OUT added jsonb) returns record language plpgsql volatile
-- function add_cart_line(cart uuid, new_line uuid, product_sku text, units integer, offer text, parent text, warranty text, gift jsonb, line_limit integer, quantity_limit integer, moment timestamp with time zone, OUT refusal text, OUT line_id uuid) returns record language plpgsql volatile set plan_cache_mode=force_generic_plan
-- function add_claim(of_order uuid, of_n integer, product bigint, place text, units integer) returns void language sql volatile
-- function add_facet_values(of_products bigint[]) returns void language sql volatile
-- function add_search_synonyms(phrases text[], quality boolean, meant text[] DEFAULT '{}'::text[]) returns integer language sql volatile
-- function add_search_vocabulary(phrases text[]) returns void language sql volatile
-- function add_search_words(of_products bigint[]) returns void language sql volatile
-- function adjust_goods(products bigint[], places text[], amounts integer[], keys text[]) returns TABLE(nth integer, outcome text, level integer) language plpgsql volatile
-- function allows_shipping_method(cart uuid, method text) returns boolean language plpgsql stable set plan_cache_mode=force_generic_plan
-- function are_events_wanted(kinds text[]) returns boolean language sql stable
-- function are_gift_cards_used(of_order uuid) returns boolean language sql stable
-- function are_search_phrases(words text, meant text) returns boolean language sql stable
-- function are_store_exceptions(days jsonb) returns boolean language sql immutable
-- function are_store_hours(hours jsonb) returns boolean language sql immutable
-- function attach_advisor(cart uuid, of_hash text, of_store text, OUT refusal text, OUT first_name text) returns record language plpgsql volatile
-- function attribute_faults(attributes jsonb, category integer) returns TABLE(code text, words text, is_missing boolean) language sql stable
-- function attribute_fits(type text, units text[], choices text, value text, unit text) returns boolean language sql immutable
-- function attribute_misfits(category integer, own_code text, type text, units text[], choices text) returns TABLE(product bigint, sku text, title text, value text) language sql stable
-- function awaited_units(of_order uuid, of_n integer, product bigint, place text) returns integer language sql stable
-- function awaiting_shipments() returns TABLE(order_id uuid, n integer) language sql stable
-- function awaits_goods(of_order uuid, of_n integer) returns boolean language sql stable
-- function awaits_presale(of_order uuid, of_n integer) returns boolean language sql stable
-- function banner_placed() returns trigger language plpgsql volatile
-- function banner_purge() returns trigger language plpgsql volatile
-- function begin_product_search() returns void language plpgsql volatile
-- function break_even_price(product bigint) returns bigint language sql stable
-- function cancel_order(order_number bigint, from_states shipment_state[], moment timestamp with time zone, actor jsonb, words text DEFAULT NULL::text) returns boolean language plpgsql volatile
-- function cancel_unconfirmed_order(of_order uuid, moment timestamp with time zone) returns boolean language plpgsql volatile
-- function cancel_units(of_order uuid, of_n integer, of_position integer, units integer, moment timestamp with time zone) returns void language plpgsql volatile
-- function cancel_unpaid_order(of_order uuid, placed_until timestamp with time zone, moment timestamp with time zone) returns boolean language plpgsql volatile
-- function card_bin_plans() returns trigger language plpgsql volatile
-- function carry_out_outcomes() returns trigger language plpgsql volatile
-- function cart_owner(cart carts) returns uuid language sql immutable
-- function cart_visits_cover(cart uuid, region integer, city text) returns boolean language sql stable
-- function catalog_purge_companion() returns trigger language plpgsql volatile
-- function catalog_purge_name() returns trigger language plpgsql volatile
-- function catalog_purge_part() returns trigger language plpgsql volatile
-- function catalog_purge_product() returns trigger language plpgsql volatile
-- function catalog_purge_warranty() returns trigger language plpgsql volatile
-- function categories_branch() returns trigger language plpgsql volatile
-- function categories_follow_attributes() returns trigger language plpgsql volatile
-- function category_attributes_branch() returns trigger language plpgsql volatile
-- function category_attributes_unit() returns trigger language plpgsql volatile
-- function category_attributes_written() returns trigger language plpgsql volatile
-- function category_filters(named text) returns json language sql stable
-- function category_info_purge() returns trigger language plpgsql volatile
-- function category_page_moved() returns trigger language plpgsql volatile
-- function category_page_purge() returns trigger language plpgsql volatile
-- function category_page_written() returns trigger language plpgsql volatile
-- function change_cart_line(cart uuid, line uuid, units integer, warranty text, quantity_limit integer, moment timestamp with time zone) returns text language plpgsql volatile
-- function change_email(of_token bytea, customer uuid, moment timestamp with time zone, OUT refusal text, OUT former text, OUT address text) returns record language plpgsql volatile
-- function check_placed(orders bigint, carts bigint, keys bigint, planned_keys integer, levels bigint, claims integer, is_coupon_claimed boolean) returns boolean language plpgsql volatile
-- function claim_coupon(of_order uuid, of_code text, of_email text, moment timestamp with time zone) returns boolean language plpgsql volatile
-- function claim_elsewhere(of_order uuid, of_n integer, product bigint, units integer) returns integer language plpgsql volatile
-- function claim_points_of_order() returns trigger language plpgsql volatile
-- function client_key_of(client text) returns text language sql stable
-- function clone_cart(source uuid, viewer uuid, new_cart uuid, line_ids uuid[], expires timestamp with time zone, moment timestamp with time zone) returns text language plpgsql volatile
-- function close_account(customer uuid, moment timestamp with time zone, OUT refusal text, OUT closed_email text) returns record language plpgsql volatile
-- function collect_cash_of_shipment() returns trigger language plpgsql volatile
-- function content_purge() returns trigger language plpgsql volatile
-- function content_tags_fit(tags jsonb) returns boolean language sql immutable
-- function copy_for_link(source carts, copy uuid, line_ids uuid[], link uuid, expires timestamp with time zone, moment timestamp with time zone) returns void language plpgsql volatile
-- function count_gift_card_guesses(caller text, network text, wrong integer, most integer, most_of_network integer) returns boolean language plpgsql volatile
-- function count_goods(products bigint[], places text[], quantities integer[], counted_at timestamp with time zone) returns TABLE(nth integer, outcome text, level integer) language sql volatile
-- function count_of_orders(unbacked bigint, backed bigint) returns bigint language sql immutable
-- function count_order_budgets(cart uuid, caller text, network text, clients_of_network integer, method text, bin text, card text, saved uuid, most jsonb, OUT client text, OUT network_client text, OUT is_contact_confirmed boolean, OUT told_at timestamp with time zone, OUT counts jsonb) returns record language plpgsql volatile set plan_cache_mode=force_generic_plan
-- function count_places(products bigint[], places text[], quantities integer[], moments timestamp with time zone[]) returns TABLE(nth integer, outcome text, level integer, lying integer) language sql volatile
-- function count_places_by(products bigint[], places text[], quantities integer[], moments timestamp with time zone[], of_document text, of_staff uuid) returns TABLE(nth integer, outcome text, level integer, lying integer) language plpgsql volatile
-- function count_refunded_units() returns trigger language plpgsql volatile
-- function count_return_change() returns trigger language plpgsql volatile
-- function count_version() returns trigger language plpgsql volatile
-- function counts_as_declined(p payments) returns boolean language sql immutable
-- function coupon_facts(of_code text, of_email text) returns jsonb language sql stable
-- function coupon_uses_by(of_code text, of_email text) returns bigint language sql stable
-- function current_address(address text) returns text language sql stable
-- function customer_terms(first_name text, last_name text, email text, phone text, nit text) returns tsvector language sql immutable parallel safe
-- function customers_events() returns trigger language plpgsql volatile
-- function date_tax_regime() returns trigger language plpgsql volatile
-- function declared_attributes(category integer) returns TABLE(attribute_id integer, code text, name text, type text, unit text, choices text, is_required boolean, is_filterable boolean, from_id integer, from_title text, place bigint) language sql stable
-- function declines_of_shop(most integer) returns integer language sql stable
-- function delete_idle_carts(before timestamp with time zone, beyond uuid, most integer, OUT carts integer, OUT last uuid) returns record language plpgsql volatile
-- function delete_restock_by_email() returns trigger language plpgsql volatile
-- function department_numbered() returns trigger language plpgsql volatile
-- function drop_unused_transfer() returns trigger language plpgsql volatile
-- function empty_cart_slot(cart uuid, moment timestamp with time zone) returns text language plpgsql volatile
-- function end_account_access(customer uuid, OUT epoch integer, OUT ended integer) returns record language plpgsql volatile
-- function end_canceled_order(of_order uuid, moment timestamp with time zone, why text, actor jsonb, words text DEFAULT NULL::text) returns void language plpgsql volatile
-- function end_delivery(of_endpoint uuid, of_event uuid, as_state delivery_state, moment timestamp with time zone) returns void language plpgsql volatile
-- function end_endpoint(of_endpoint uuid, why text, moment timestamp with time zone) returns boolean language plpgsql volatile
-- function end_payment_link() returns trigger language plpgsql volatile
-- function end_product_search() returns void language plpgsql volatile
-- function erase_person(address text, moment timestamp with time zone, OUT refusal text, OUT had_account boolean, OUT orders_found integer) returns record language plpgsql volatile
-- function erasure_hash(known_by text) returns bytea language sql stable
-- function facet_marks(words tsvector) returns integer[] language sql immutable parallel safe
-- function facets_of(words tsvector) returns TABLE(scope integer, value_id integer) language sql stable
-- function fields_apart(fields jsonb, others jsonb) returns jsonb language sql immutable
-- function find_unit(of_order uuid, of_n integer, of_position integer) returns void language plpgsql volatile
-- function flags_purge() returns trigger language plpgsql volatile
-- function flash_sales_events() returns trigger language plpgsql volatile
-- function flash_sales_price_history() returns trigger language plpgsql volatile
-- function folded(source text) returns text language sql immutable parallel safe
-- function folded_variant_label(attributes jsonb, title text) returns text language sql immutable
-- function follow_attributes(category integer, after bigint, portion integer) returns bigint language plpgsql volatile
-- function follow_attributes_below(category integer) returns void language plpgsql volatile
-- function follow_points_of_changed_order() returns trigger language plpgsql volatile
-- function follow_points_of_order(now_is orders) returns void language plpgsql volatile
-- function followed_attributes(attributes jsonb, category integer) returns jsonb language sql stable
-- function forget_buyer(of_orders uuid[]) returns void language plpgsql volatile
-- function forget_events(of_entity text) returns void language plpgsql volatile
-- function forget_former_owner(customer uuid, moment timestamp with time zone) returns void language plpgsql volatile
-- function forget_restock_mailed() returns trigger language plpgsql volatile
-- function forget_shopper(of_orders uuid[]) returns void language plpgsql volatile
-- function forgotten_coupon_user(of_email text) returns text language sql stable
-- function general_till_session(of_store text) returns uuid language plpgsql volatile
-- function give_account_back(present text, wanted text, moment timestamp with time zone, OUT refusal text, OUT ended integer) returns record language plpgsql volatile
-- function give_back_gift_cards(of_order uuid, most bigint, actor jsonb, why text) returns bigint language plpgsql volatile
-- function give_back_points_of_cart() returns trigger language plpgsql volatile
-- function give_store_general_till() returns trigger language plpgsql volatile
-- function give_up_proof() returns trigger language plpgsql volatile
-- function give_up_return_picture() returns trigger language plpgsql volatile
-- function hand_out_events(of_events uuid[], moment timestamp with time zone) returns SETOF uuid language plpgsql volatile
-- function has_backing(o orders, p payments) returns boolean language sql immutable
-- function help_purge() returns trigger language plpgsql volatile
-- function holds_refunded_units(of_order uuid, of_n integer) returns boolean language sql stable
-- function is_bulk_load() returns boolean language sql stable
-- function is_coupon_over(of_code text, of_email text, moment timestamp with time zone) returns boolean language sql stable
-- function is_employee(customer uuid) returns boolean language sql stable
-- function is_misread_ean(code text) returns boolean language sql immutable
-- function is_open_address(address text, fixed text[]) returns boolean language sql stable
-- function is_order_over(of_order uuid) returns boolean language sql stable
-- function is_owed_less(destination text) returns boolean language sql immutable
-- function is_public_category(category categories) returns boolean language sql stable
-- function is_shop_page(path text) returns boolean language sql stable
-- function is_sold_by_link(cart carts) returns boolean language sql stable
-- function is_till_uncounted(of_entity text, of_id text, told jsonb, told_at timestamp with time zone) returns boolean language sql stable
-- function judged_attributes(attributes jsonb, category integer) returns TABLE(code text, words text, is_missing boolean, is_due boolean) language sql stable
-- function keep_flash_sale_periods() returns trigger language plpgsql volatile
-- function keep_restock_stop() returns trigger language plpgsql volatile
-- function last_cost(product bigint) returns bigint language sql stable
-- function leave_in_cart_line(cart uuid, line uuid, units integer, moment timestamp with time zone) returns void language plpgsql volatile
-- function left_in_till(of_till uuid) returns bigint language sql stable
-- function legal_version_numbered() returns trigger language plpgsql volatile
-- function legal_version_stays() returns trigger language plpgsql volatile
-- function lessen_claim(of_order uuid, of_n integer, product bigint, place text, units integer) returns void language plpgsql volatile
-- function line_iva(l order_lines) returns bigint language sql immutable
-- function line_kind(stored text) returns text language sql immutable
-- function lock_banners(place text) returns void language sql volatile
-- function lock_cart(cart uuid) returns text language plpgsql volatile
-- function lock_gift_cards_of(of_order uuid) returns void language sql volatile
-- function lock_given_alone(staff uuid, since timestamp with time zone) returns bigint language plpgsql volatile
-- function lock_goods(products bigint[], places text[]) returns void language plpgsql volatile
-- function lock_levels(products bigint[], places text[]) returns void language plpgsql volatile
-- function lock_transfer_goods(of_transfer integer, products bigint[], place text) returns void language plpgsql volatile
-- function lost_block_link(blocks jsonb, fixed text[]) returns text language sql stable
-- function made_slug(title text, sku text) returns text language sql stable
-- function make_cart_code(cart uuid, hash text, lines jsonb, candidates text[], most integer, moment timestamp with time zone, expires timestamp with time zone, OUT refusal text, OUT made text, OUT ends timestamp with time zone, OUT free_at timestamp with time zone) returns record language plpgsql volatile
-- function make_series_codes() returns trigger language plpgsql volatile
-- function mark_price_seen(cart uuid, line uuid, price bigint) returns text language plpgsql volatile
-- function media_uploaded() returns trigger language plpgsql volatile
-- function miss_units_at(of_order uuid, of_n integer, of_position integer, units integer, searched text) returns integer language plpgsql volatile
-- function move_gift_card() returns trigger language plpgsql volatile
-- function move_goods(products bigint[], places text[], amounts integer[], why text, of_order uuid DEFAULT NULL::uuid) returns boolean language sql volatile
-- function move_goods_by(products bigint[], places text[], amounts integer[], why text, of_order uuid, of_document text, of_staff uuid) returns boolean language plpgsql volatile
-- function move_money_of_payment() returns trigger language plpgsql volatile
-- function move_money_of_points() returns trigger language plpgsql volatile
-- function move_money_of_refund() returns trigger language plpgsql volatile
-- function move_some_goods(products bigint[], places text[], amounts integer[], why text, of_document text, of_staff uuid) returns boolean language plpgsql volatile
-- function move_stock(product bigint, store text, amount integer, why text, of_order uuid DEFAULT NULL::uuid) returns boolean language sql volatile
-- function move_till() returns trigger language plpgsql volatile
-- function move_wishlist_items(list uuid, customer uuid, cart uuid, wanted uuid[], lines uuid[], line_limit integer, quantity_limit integer, moment timestamp with time zone, OUT refusal text, OUT items jsonb) returns record language plpgsql volatile
-- function name_lock(name text) returns integer language sql immutable
-- function names_search_refresh() returns trigger language plpgsql volatile
-- function next_category_number() returns integer language sql volatile
-- function next_product_sku() returns text language plpgsql volatile
-- function note_erasure(known_by text, moment timestamp with time zone) returns void language plpgsql volatile
-- function note_events(kind text, subjects text[], more jsonb DEFAULT '{}'::jsonb) returns void language sql volatile
-- function note_finished_run() returns trigger language plpgsql volatile
-- function note_held_order() returns trigger language plpgsql volatile
-- function note_late_shipment() returns trigger language plpgsql volatile
-- function note_presale_change() returns trigger language plpgsql volatile
-- function note_seen_price() returns trigger language plpgsql volatile
-- function open_customer_cart(customer uuid, new_cart uuid, moment timestamp with time zone) returns uuid language plpgsql volatile
-- function open_general_till(of_store text) returns uuid language sql volatile
-- function open_payment_link(link uuid, new_copy uuid, line_ids uuid[], new_token bytea, known_token bytea, moment timestamp with time zone, OUT refusal text, OUT expires timestamp with time zone, OUT copy uuid) returns record language plpgsql volatile
-- function open_wishlist(customer uuid, new_list uuid, moment timestamp with time zone) returns uuid language plpgsql volatile
-- function order_iva(o orders) returns bigint language sql stable
-- function order_lines_events() returns trigger language plpgsql volatile
-- function order_page(asked tsquery, is_positive boolean, placed_from timestamp with time zone, placed_until timestamp with time zone, total_from bigint, total_to bigint, by_total boolean, descends boolean, after_total bigint, after_number bigint, most integer, counts boolean, OUT numbers bigint[], OUT hits integer) returns record language plpgsql stable set enable_seqscan=off
-- function order_terms(o orders, taken_from text[]) returns tsvector language sql stable
-- function ordered_pictures(keys text[]) returns SETOF text language sql stable
-- function orders_canceled_gift_cards() returns trigger language plpgsql volatile
-- function orders_ending(digits text) returns SETOF bigint language sql stable
-- function orders_events() returns trigger language plpgsql volatile
-- function orders_purchased() returns trigger language plpgsql volatile
-- function own_page_texts() returns trigger language plpgsql volatile
-- function page_tag(slug text) returns text language sql immutable
-- function payments_events() returns trigger language plpgsql volatile
-- function payments_reversing_since() returns trigger language plpgsql volatile
-- function phone_key_of(phone text) returns text language sql immutable
-- function pickup_code_of(of_order uuid, of_n integer) returns text language sql stable
-- function pictures_in(text text) returns SETOF text language sql immutable
-- function place_of_claims(of_order uuid, of_n integer) returns text language sql stable
-- function points_of_order_due(of_order uuid) returns void language plpgsql volatile
-- function points_of_shipment_due() returns trigger language plpgsql volatile
-- function points_unsettled_since() returns trigger language plpgsql volatile
-- function presale_is_over() returns trigger language plpgsql volatile
-- function price_at(product bigint, moment timestamp with time zone) returns bigint language sql stable
-- function price_changes_kept() returns trigger language plpgsql volatile
-- function price_check(of_product bigint, new_regular bigint, new_price bigint, new_end timestamp with time zone, moment timestamp with time zone, of_sale integer DEFAULT NULL::integer) returns TABLE(reduced_since timestamp with time zone, reference bigint, known_since timestamp with time zone, offered_days integer, known_days integer, raised_at timestamp with time zone, raised_from bigint, raised_to bigint, former_end timestamp with time zone, doubts text[]) language sql stable
-- function price_days(OUT reference_days integer, OUT list_price_days integer, OUT longest_reduction_days integer) returns record language sql stable
-- function price_fields(regular bigint, sales bigint, ends timestamp with time zone) returns jsonb language sql stable
-- function price_plan_period(starts timestamp with time zone, ends timestamp with time zone) returns tstzrange language sql immutable parallel safe
-- function price_reductions(of_product bigint, since timestamp with time zone, days integer) returns TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, price bigint, known_since timestamp with time zone) language sql stable
-- function price_steps(of_product bigint, since timestamp with time zone) returns TABLE(starts_at timestamp with time zone, regular_price bigint, price bigint) language sql stable
-- function prices_changed_since(moment timestamp with time zone) returns TABLE(product_id bigint, before bigint, price bigint, changed_at timestamp with time zone) language sql stable cost 100 rows 100
-- function product_code_is_no_sku() returns trigger language plpgsql volatile
-- function product_code_known() returns trigger language plpgsql volatile
-- function product_code_written() returns trigger language plpgsql volatile
-- function product_of_code(read_code text) returns bigint language sql stable
-- function product_part_row_refresh() returns trigger language plpgsql volatile
-- function product_search_count() returns trigger language plpgsql volatile
-- function product_search_rows(of_products bigint[]) returns TABLE(product_id bigint, words tsvector, texts tsvector, record bytea, sold integer, price bigint, discount integer, category integer) language sql stable
-- function product_sku_is_no_code() returns trigger language plpgsql volatile
-- function product_tag(sku text) returns text language sql immutable
-- function product_terms(p products) returns tsvector language sql stable
-- function product_warranties(product bigint) returns SETOF warranties language sql stable
-- function products_events() returns trigger language plpgsql volatile
-- function products_follow_attributes() returns trigger language plpgsql volatile
-- function products_leave_archive() returns trigger language plpgsql volatile
-- function products_price_history() returns trigger language plpgsql volatile
-- function products_row_refresh() returns trigger language plpgsql volatile
-- function products_search_refresh() returns trigger language plpgsql volatile
-- function promised_day(promise jsonb, of_seller integer) returns date language sql immutable
-- function purchase_receipts_events() returns trigger language plpgsql volatile
-- function purge_kind(kind text, own text[] DEFAULT '{}'::text[]) returns void language plpgsql volatile
-- function purge_pages(tags text[]) returns void language sql volatile
-- function put_back_goods(products bigint[], places text[], amounts integer[], why text, of_document text, of_staff uuid) returns boolean language plpgsql volatile
-- function put_cart_certificate(of_code uuid, moment timestamp with time zone, idle_coupon text DEFAULT NULL::text) returns text language plpgsql volatile
-- function put_cart_coupon(cart uuid, wanted text, moment timestamp with time zone, OUT refusal text, OUT offered jsonb, OUT held jsonb) returns record language plpgsql volatile
-- function recall_gift_cards(of_order uuid, moment timestamp with time zone) returns void language plpgsql volatile
-- function receipt_key(receipt text) returns text language sql immutable strict
-- function receive_goods(products bigint[], places text[], amounts integer[], documents text[]) returns integer language plpgsql volatile
-- function recount_facets() returns void language sql volatile
-- function redirect_judged() returns trigger language plpgsql volatile
-- function redirect_loops(from_address text, to_address text) returns boolean language sql stable
-- function redirect_path(address text) returns text language sql immutable
-- function redirect_target(address text) returns text language sql stable
-- function redirect_written() returns trigger language plpgsql volatile
-- function refresh_price_references(products bigint[], moment timestamp with time zone) returns void language plpgsql volatile
-- function refresh_product_rows(of_products bigint[]) returns void language plpgsql volatile
-- function refresh_product_search(product_ids bigint[]) returns void language plpgsql volatile
-- function refresh_renamed_products(product_ids bigint[], kind text, renamed integer) returns void language plpgsql volatile
-- function refund_cause(stored text) returns text language sql immutable
-- function refund_destination(stored text) returns text language sql immutable
-- function refund_rest_of_order(of_order uuid, why text, by_actor jsonb) returns void language plpgsql volatile
-- function refunds_events() returns trigger language plpgsql volatile
-- function refusal_of_cart(status cart_status) returns text language sql immutable
-- function refuse_cart() returns trigger language plpgsql volatile
-- function refuse_change() returns trigger language plpgsql volatile
-- function refuse_changed_audit() returns trigger language plpgsql volatile
-- function refuse_changed_manifest() returns trigger language plpgsql volatile
-- function refuse_closed_till() returns trigger language plpgsql volatile
-- function refuse_units(wanted integer, product bigint) returns text language sql stable
-- function refuse_units_of(wanted integer, kind product_kind, is_sold boolean, salable integer) returns text language sql immutable
-- function refuse_visit(cart uuid, product bigint, units integer) returns text language plpgsql stable
-- function release_coupon(of_order uuid) returns void language sql volatile
-- function release_order(of_order uuid, moment timestamp with time zone) returns void language plpgsql volatile
-- function release_stock(of_order uuid, of_n integer, why text, moment timestamp with time zone) returns void language plpgsql volatile
-- function remember_address() returns trigger language plpgsql volatile
-- function remove_card_of_nobody() returns trigger language plpgsql volatile
-- function remove_saved_cards_soon() returns trigger language plpgsql volatile
-- function replace_lost_units(of_transfer integer) returns TABLE(line integer, line_title text, units integer) language plpgsql volatile
-- function replace_missing_units(of_order uuid, of_n integer, of_position integer, new_product bigint, new_picture text, OUT outcome text, OUT old_title text, OUT new_title text, OUT units integer, OUT of_units integer) returns record language plpgsql volatile
-- function replay_deliveries(of_endpoint uuid, of_events uuid[], actor jsonb, moment timestamp with time zone) returns integer language plpgsql volatile
-- function resend_gift_cards(order_number bigint, moment timestamp with time zone) returns integer language plpgsql volatile
-- function restock_stop_hash(of_email text) returns bytea language sql stable
-- function returns_events() returns trigger language plpgsql volatile
-- function role_elsewhere(category integer, wanted text, own_code text, own integer) returns text language sql stable
-- function running_discounts(moment timestamp with time zone) returns TABLE(product_id bigint, sku text, title text, regular_price bigint, price bigint, ends_at timestamp with time zone, reduced_since timestamp with time zone, reference bigint, known_since timestamp with time zone, offered_days integer, known_days integer, raised_at timestamp with time zone, raised_from bigint, raised_to bigint, former_end timestamp with time zone, doubts text[], proof text) language sql stable cost 100 rows 200
-- function runs_events() returns trigger language plpgsql volatile
-- function scan_of_pick(of_pick bigint, scan uuid, read_code text, read_serial text, who uuid, moment timestamp with time zone, OUT outcome text, OUT read_sku text, OUT read_title text, OUT shipment text) returns record language plpgsql volatile
-- function scan_unit(order_number bigint, of_n integer, scan uuid, read_code text, read_serial text, who uuid, stores text[], moment timestamp with time zone, OUT outcome text, OUT read_sku text, OUT read_title text) returns record language plpgsql volatile
-- function scrap_stock(of_order uuid, of_n integer, moment timestamp with time zone) returns void language plpgsql volatile
-- function search_absent_written() returns trigger language plpgsql volatile
-- function search_answer_word_written() returns trigger language plpgsql volatile
-- function search_attribute_lexemes(attributes jsonb) returns text[] language sql stable parallel safe
-- function search_bag(phrase text) returns text language sql immutable parallel safe
-- function search_bags(tokens text[]) returns text[] language sql immutable
-- function search_correction(typed text) returns search_words language sql stable
-- function search_fold(source text) returns text language sql immutable strict parallel safe
-- function search_is_small(word text) returns boolean language sql immutable parallel safe
-- function search_lexemes(source text) returns text[] language sql stable parallel safe
-- function search_name(source text) returns text language sql stable
-- function search_other_brand_written() returns trigger language plpgsql volatile
-- function search_parts(parts text[], part_words text[], core integer, OUT query tsquery, OUT words text) returns record language plpgsql stable set enable_seqscan=off, jit=off, plan_cache_mode=force_generic_plan
-- function search_phrase_size(bags text[], phrases text[], place integer) returns integer language plpgsql immutable
-- function search_phrases(list text) returns text[] language sql stable
-- function search_price_range(price bigint) returns text language sql immutable parallel safe
-- function search_query(typed text, OUT head tsquery, OUT title tsquery, OUT everywhere tsquery, OUT described tsquery, OUT parts text[], OUT part_words text[], OUT core integer, OUT corrected text, OUT things tsquery, OUT absent integer, OUT answer text, OUT brand text) returns record language plpgsql stable
-- function search_query_written() returns trigger language plpgsql volatile
-- function search_reading(typed text, OUT head tsquery, OUT title tsquery, OUT everywhere tsquery, OUT described tsquery, OUT parts text[], OUT part_words text[], OUT core integer, OUT corrected text, OUT things tsquery, OUT absent integer, OUT answer text) returns record language plpgsql stable set enable_seqscan=off, jit=off, plan_cache_mode=force_generic_plan
-- function search_singular(phrase text) returns text language sql immutable parallel safe
-- function search_sku(sku text) returns text language sql stable parallel safe
-- function search_sound(word text) returns text language sql immutable parallel safe
-- function search_split(typed text) returns text[] language plpgsql stable set jit=off
-- function search_synonym_group_read() returns trigger language plpgsql volatile
-- function search_synonym_group_written() returns trigger language plpgsql volatile
-- function search_synonym_removed() returns trigger language plpgsql volatile
-- function search_term(alternatives text[], classes text[], is_beginning boolean) returns text language plpgsql immutable strict
-- function search_text(source text) returns text language plpgsql stable strict parallel safe
-- function search_without_brands(typed text, OUT wording text, OUT brand text, OUT brand_word text) returns record language plpgsql stable set enable_seqscan=off, plan_cache_mode=force_generic_plan
-- function search_word_written() returns trigger language plpgsql volatile
-- function search_words_purge() returns trigger language plpgsql volatile
-- function seller_slug(title text) returns text language sql immutable
-- function seller_written() returns trigger language plpgsql volatile
-- function send_again(of_order uuid, of_n integer, new_n integer, why text, who jsonb, moment timestamp with time zone) returns void language plpgsql volatile
-- function send_transfer_goods(of_transfer integer, products bigint[], amounts integer[], of_document text, of_staff uuid) returns boolean language plpgsql volatile
-- function set_cart_donation(cart uuid, amount bigint, moment timestamp with time zone) returns text language plpgsql volatile
-- function set_cart_shipping_method(cart uuid, method text, moment timestamp with time zone) returns text language plpgsql volatile
-- function set_category_path(moved integer, new_path text) returns void language plpgsql volatile
-- function settle_cash_of_shipment() returns trigger language plpgsql volatile
-- function settle_points_soon() returns void language sql volatile
-- function settle_presale(products bigint[], places text[], amounts integer[], why text, of_document text) returns TABLE(product bigint, place text, amount integer) language plpgsql volatile
-- function settle_till_session(of_session uuid) returns void language sql volatile
-- function sheet_of(ancestors integer[]) returns jsonb language sql stable
-- function shipments_awaiting_presale() returns TABLE(order_id uuid, n integer) language sql stable
-- function shipments_enter_state() returns trigger language plpgsql volatile
-- function shipments_events() returns trigger language plpgsql volatile
-- function shipping_iva(o orders) returns bigint language sql immutable
-- function shop_policy_purge() returns trigger language plpgsql volatile
-- function slug_of(words text) returns text language sql stable
-- function split_line(of_order uuid, of_n integer, of_position integer, units integer) returns integer language plpgsql volatile
-- function split_shipment(of_order uuid, of_n integer, new_n integer, positions integer[], amounts integer[], cash bigint) returns void language plpgsql volatile
-- function start_lane(of_endpoint uuid, of_entity text, moment timestamp with time zone) returns void language plpgsql volatile
-- function start_settle_lease() returns trigger language plpgsql volatile
-- function status_of_shipments(states shipment_state[], is_paid_at_store boolean) returns order_status language sql immutable
-- function stock_claimed_at(product bigint, place text, at timestamp with time zone) returns integer language sql stable
-- function stock_levels_events() returns trigger language plpgsql volatile
-- function stock_levels_total() returns trigger language plpgsql volatile
-- function stock_lying_at(product bigint, place text, at timestamp with time zone) returns integer language sql stable
-- function stock_totals_crossed() returns trigger language plpgsql volatile
-- function stock_totals_purge() returns trigger language plpgsql volatile
-- function store_cost_of_dispatch() returns trigger language plpgsql volatile
-- function store_of_till_money(of_order uuid) returns text language plpgsql stable
-- function stores_purge() returns trigger language plpgsql volatile
-- function stores_slug() returns trigger language plpgsql volatile
-- function suits_product(warranty integer, product bigint) returns boolean language plpgsql stable
-- function sync_cart(guest uuid, customer uuid, line_limit integer, quantity_limit integer, moment timestamp with time zone, OUT refusal text, OUT cart uuid) returns record language plpgsql volatile
-- function take_account_turn(customer uuid) returns void language plpgsql volatile
-- function take_addresses(customer uuid) returns jsonb language plpgsql volatile
-- function take_cart_line(cart uuid, line uuid, customer uuid, OUT refusal text, OUT sku text, OUT units integer) returns record language plpgsql volatile
-- function take_in_transfer_goods(of_transfer integer, place text, products bigint[], amounts integer[], of_document text, of_staff uuid) returns boolean language plpgsql volatile
-- function take_restock_stop() returns trigger language plpgsql volatile
-- function take_wishlist(list uuid, customer uuid) returns jsonb language plpgsql volatile
-- function tax_lines_json(l order_lines) returns json language sql immutable
-- function tax_lines_of(l order_lines) returns TABLE(part integer, kind text, seller_id integer, sku text, title text, gross bigint, discount bigint, points bigint, charged bigint, tax_rate integer, iva bigint) language sql immutable
-- function touch_cart(cart uuid, moment timestamp with time zone) returns void language plpgsql volatile
-- function units_held(product bigint) returns integer language sql stable
-- function units_in_cart(cart uuid, product bigint, except_line uuid) returns integer language sql stable
-- function units_in_transit(product bigint) returns integer language sql stable
-- function units_on_order(product bigint) returns integer language sql stable
-- function units_without_claim(of_order uuid, of_n integer) returns TABLE(product bigint, units integer) language sql stable
-- function unknown_block_sku(blocks jsonb) returns text language sql stable
-- function unpay_order(order_number bigint, from_states shipment_state[], placed_after timestamp with time zone, moment timestamp with time zone, actor jsonb) returns order_status language plpgsql volatile
-- function used_pictures(keys text[]) returns SETOF text language sql stable
-- function variant_attribute(attributes jsonb) returns jsonb language sql immutable
-- function variant_judged() returns trigger language plpgsql volatile
-- function variant_label(attributes jsonb, title text) returns text language sql immutable
-- function visit_covers(coverage text[], region integer, city text) returns boolean language sql stable
-- function visit_fits(visit visits, product bigint) returns boolean language sql stable
-- function visit_of_line(cart uuid, product bigint) returns json language plpgsql stable
-- function visit_terms(product bigint) returns json language plpgsql stable
-- function visits_for(product bigint) returns bigint[] language sql stable
-- function visits_purge() returns trigger language plpgsql volatile
-- function void_order(of_order uuid, moment timestamp with time zone, refusal text, answer_status integer, answer_body jsonb) returns boolean language plpgsql volatile
-- function workable_since(s shipments) returns timestamp with time zone language sql stable
-- function write_order_row(o orders) returns void language plpgsql volatile
-- function write_row_of_order() returns trigger language plpgsql volatile
-- function write_row_of_shipment() returns trigger language plpgsql volatile
