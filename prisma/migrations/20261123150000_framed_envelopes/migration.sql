-- An envelope is stored as what stands around its documents, and put together again at its upload (src/repositories/envelope-bytes.ts).
-- Rows from before keep their bytes.
ALTER TABLE "envelopes" ADD COLUMN "frame_start" BYTEA, ADD COLUMN "frame_end" BYTEA, ADD COLUMN "document_ids" UUID[], ADD COLUMN "document_checks" BYTEA;
ALTER TABLE "envelopes" ALTER COLUMN "bytes" DROP NOT NULL;
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_either" CHECK ("bytes" IS NOT NULL OR ("frame_start" IS NOT NULL AND "frame_end" IS NOT NULL AND "document_ids" IS NOT NULL AND "document_checks" IS NOT NULL)) NOT VALID;
