-- When the SII was last asked to mail the result of an envelope again.
ALTER TABLE "envelopes" ADD COLUMN "reasons_requested_at" TIMESTAMPTZ(3);
