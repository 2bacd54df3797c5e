-- Which secrets this database is used with, so that a start with other ones is refused before it stores anything.

-- CreateTable
CREATE TABLE "secret_fingerprints" (
    "secret" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,

    CONSTRAINT "secret_fingerprints_pkey" PRIMARY KEY ("secret","key_id")
);

ALTER TABLE "secret_fingerprints" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "secret_fingerprints" FORCE ROW LEVEL SECURITY;
CREATE POLICY platform_only ON "secret_fingerprints"
  USING (current_setting('app.scope', true) = 'platform')
  WITH CHECK (current_setting('app.scope', true) = 'platform');
