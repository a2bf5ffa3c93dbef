/**
 * The bank's ledger. A released step is never edited; new ones are appended (`PRAGMA user_version` counts them). No
 * column can contain a card number or a CVV: cards are stored masked, other bodies only as keyed fingerprints.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE charges (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    fingerprint TEXT,
    status TEXT NOT NULL CHECK (status IN ('approved', 'refused', 'reversed', 'voided')),
    code TEXT,
    amount INTEGER CHECK (amount > 0),
    plan INTEGER,
    brand TEXT,
    masked TEXT,
    authorization TEXT,
    token TEXT,
    description TEXT,
    created_at TEXT NOT NULL,
    CHECK ((status = 'voided') = (fingerprint IS NULL)),
    CHECK ((status = 'refused') = (code IS NOT NULL)),
    CHECK ((status IN ('approved', 'reversed')) = (authorization IS NOT NULL))
  ) STRICT;
  CREATE INDEX charges_created_at ON charges (created_at, seq);

  CREATE TABLE paybacks (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('refund', 'reversal')),
    key TEXT NOT NULL,
    charge_id TEXT NOT NULL REFERENCES charges (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    created_at TEXT NOT NULL,
    UNIQUE (kind, key)
  ) STRICT;
  CREATE INDEX paybacks_charge ON paybacks (charge_id);

  CREATE TRIGGER paybacks_never_above_captured BEFORE INSERT ON paybacks
  WHEN NEW.amount + (SELECT coalesce(sum(amount), 0) FROM paybacks WHERE charge_id = NEW.charge_id)
     > coalesce((SELECT amount FROM charges WHERE id = NEW.charge_id AND status IN ('approved', 'reversed')), 0)
  BEGIN
    SELECT RAISE(ABORT, 'more paid back than captured');
  END;

  CREATE TABLE stumbles (key TEXT PRIMARY KEY) STRICT;

  CREATE TABLE tokens (
    token TEXT PRIMARY KEY,
    key TEXT UNIQUE,
    fingerprint TEXT,
    brand TEXT NOT NULL,
    masked TEXT NOT NULL,
    expiry TEXT NOT NULL,
    outcome TEXT NOT NULL,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;

  CREATE TABLE points_accounts (
    id TEXT PRIMARY KEY,
    program TEXT NOT NULL,
    identity TEXT,
    document TEXT,
    opening_points INTEGER NOT NULL CHECK (opening_points >= 0),
    registration_key TEXT UNIQUE,
    fingerprint TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (program, identity),
    UNIQUE (program, document)
  ) STRICT;

  CREATE TABLE points_holds (
    key TEXT PRIMARY KEY,
    account_id TEXT REFERENCES points_accounts (id),
    points INTEGER CHECK (points > 0),
    status TEXT NOT NULL CHECK (status IN ('held', 'captured', 'returned', 'released', 'voided')),
    created_at TEXT NOT NULL,
    CHECK ((status = 'voided') = (account_id IS NULL)),
    CHECK ((account_id IS NULL) = (points IS NULL))
  ) STRICT;
  CREATE INDEX points_holds_account ON points_holds (account_id);
  `,
  `
  ALTER TABLE points_accounts ADD COLUMN fate TEXT NOT NULL DEFAULT 'approved';
  CREATE INDEX points_holds_created_at ON points_holds (created_at);
  `,
  `
  CREATE TABLE points_paybacks (
    key TEXT PRIMARY KEY,
    hold_key TEXT NOT NULL REFERENCES points_holds (key),
    points INTEGER NOT NULL CHECK (points > 0),
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX points_paybacks_hold ON points_paybacks (hold_key);
  `,
  `
  CREATE TABLE points_credits (
    key TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES points_accounts (id),
    points INTEGER NOT NULL CHECK (points > 0),
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX points_credits_account ON points_credits (account_id);

  CREATE TABLE points_takebacks (
    key TEXT PRIMARY KEY,
    credit_key TEXT NOT NULL REFERENCES points_credits (key),
    points INTEGER NOT NULL CHECK (points > 0),
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX points_takebacks_credit ON points_takebacks (credit_key);
  `,
];
