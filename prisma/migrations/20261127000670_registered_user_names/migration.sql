-- The user name of the administrator to be. Null in rows of earlier versions: the email.
ALTER TABLE "registrations" ADD COLUMN "user_name" TEXT;
