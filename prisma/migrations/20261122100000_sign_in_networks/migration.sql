-- Failures are counted for an account together with the caller's network as well. What was counted so far is a day old at most
-- and is forgotten: its hashes are made in another way.
DELETE FROM "sign_in_attempts";

-- AlterTable
ALTER TABLE "sign_in_attempts" RENAME COLUMN "email_hash" TO "key_hash";
ALTER TABLE "sign_in_attempts" ADD COLUMN     "raised_account" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sign_in_networks" (
    "account_hash" BYTEA NOT NULL,
    "network_hash" BYTEA NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_networks_pkey" PRIMARY KEY ("account_hash","network_hash")
);

-- CreateIndex
CREATE INDEX "sign_in_networks_last_seen_at_idx" ON "sign_in_networks"("last_seen_at");
