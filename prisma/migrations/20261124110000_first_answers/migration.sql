ALTER TABLE "users" ADD COLUMN "awaits_answer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "last_sign_in_at" TIMESTAMPTZ(3);
