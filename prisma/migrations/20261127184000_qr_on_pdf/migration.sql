-- Which PDFs have the QR code of the public page: none, tickets, all.
SET LOCAL app.scope = 'platform';
ALTER TABLE "tenants" ADD COLUMN "qr_on_pdf" TEXT NOT NULL DEFAULT 'none';
