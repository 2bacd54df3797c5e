-- The name with which the mailbox's server signs its Authentication-Results, and the person's word for a sender.
ALTER TABLE "mailboxes" ADD COLUMN "authentication_server" TEXT;
ALTER TABLE "mail_messages" ADD COLUMN "sender_trusted" BOOLEAN NOT NULL DEFAULT false;
