-- Emails and access keys are kept as keyed hashes here (src/shared/directory-names.ts). SQL does not know the key: rows from before
-- are converted by the program after its migrations, and the constraint is validated once the last one is.
ALTER TABLE directory_names ADD CONSTRAINT directory_names_hashed CHECK (kind = 'tenantCode' OR name LIKE 'h1:%') NOT VALID;
