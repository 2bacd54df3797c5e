-- A batch changes only `next` of a block. In a page with room for the new version, PostgreSQL then writes no index entry, and to its log
-- only what differs: 0.1 KB instead of 1 for a row with a CAF and its key. Rows that are there move to such a page at their next update.
ALTER TABLE folio_blocks SET (fillfactor = 50);
