-- How long an upload has been in doubt counts from the last attempt that may have arrived, not from the first.
ALTER TABLE "envelopes" RENAME COLUMN "first_attempt_at" TO "last_attempt_at";
