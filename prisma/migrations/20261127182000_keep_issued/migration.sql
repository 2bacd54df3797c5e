-- Whether receivers and coded items of issued documents are kept as customers and products (src/services/customers/keep-issued.ts).
SET LOCAL app.scope = 'platform';
ALTER TABLE "tenants" ADD COLUMN "keep_issued" BOOLEAN NOT NULL DEFAULT false;
