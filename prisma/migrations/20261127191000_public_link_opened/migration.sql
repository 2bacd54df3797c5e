-- When the page of a link was first opened.
ALTER TABLE "public_links" ADD COLUMN "opened_at" TIMESTAMPTZ(3);
