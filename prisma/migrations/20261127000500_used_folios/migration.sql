-- A block of which another program used folios: where this service begins, what was used elsewhere, and whether the SII's
-- verdict stopped the block.
ALTER TABLE "folio_blocks"
  ADD COLUMN "begins_at" BIGINT,
  ADD COLUMN "used_elsewhere" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "stopped_at" TIMESTAMPTZ(3);
