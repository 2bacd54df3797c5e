-- Why what was asked for of a received document was not sent, or could not be until now.
ALTER TABLE "received_claims" ADD COLUMN "failure" TEXT;
