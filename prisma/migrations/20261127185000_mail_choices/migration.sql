-- Which mails a user of the tenant wants (src/model/mail-choices.ts); null for the defaults.
ALTER TABLE "users" ADD COLUMN "mail_choices" JSONB;
