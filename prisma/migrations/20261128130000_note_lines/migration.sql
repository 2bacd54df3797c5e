-- What a note of Webhook/Correct took of the lines of its document.
ALTER TABLE "invoice_references" ADD COLUMN "taken" JSONB;
