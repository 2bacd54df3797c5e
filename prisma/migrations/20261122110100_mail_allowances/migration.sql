-- CreateTable
CREATE TABLE "mail_allowances" (
    "name_hash" BYTEA NOT NULL,
    "used" INTEGER NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_allowances_pkey" PRIMARY KEY ("name_hash")
);
