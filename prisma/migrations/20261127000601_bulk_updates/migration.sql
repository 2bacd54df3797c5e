-- When the status last changed; null in rows of earlier versions, for which the other moments say it.
ALTER TABLE "bulk_invoices" ADD COLUMN "updated_at" TIMESTAMPTZ(3);
