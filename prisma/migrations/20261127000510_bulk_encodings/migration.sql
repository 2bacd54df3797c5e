-- How the text of a .csv file was read.
ALTER TABLE "bulk_invoices" ADD COLUMN "encoding" TEXT;
