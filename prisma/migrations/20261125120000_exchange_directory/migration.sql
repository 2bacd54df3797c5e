-- The SII's directory of electronic taxpayers, by version: readers see the newest complete one.
CREATE TABLE "exchange_directories" (
    "id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "listed_on" DATE NOT NULL,
    "file_hash" BYTEA NOT NULL,
    "companies" INTEGER NOT NULL DEFAULT 0,
    "mailboxes" INTEGER NOT NULL DEFAULT 0,
    "bad_lines" INTEGER NOT NULL DEFAULT 0,
    "listed" BYTEA,
    "touched_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "exchange_directories_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "exchange_companies" (
    "directory_id" UUID NOT NULL,
    "tax_number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "mailbox" TEXT,
    "resolution_number" INTEGER,
    "resolution_date" DATE,
    CONSTRAINT "exchange_companies_pkey" PRIMARY KEY ("directory_id", "tax_number")
);
