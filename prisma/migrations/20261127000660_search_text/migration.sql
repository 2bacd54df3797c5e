-- Names of items and folios of references, as searches compare them. Null for documents that were stored before.
ALTER TABLE "invoices" ADD COLUMN "search_text" TEXT;
