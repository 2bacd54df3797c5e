ALTER TABLE "bulk_rows" ADD COLUMN "posted" JSONB;
