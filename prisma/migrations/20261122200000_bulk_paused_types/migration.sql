-- What paused rows need, by document type. The next turn of each submission, within half a minute, writes it again.
ALTER TABLE "bulk_invoices" DROP COLUMN "paused_for", ADD COLUMN "paused" JSONB NOT NULL DEFAULT '{}';
