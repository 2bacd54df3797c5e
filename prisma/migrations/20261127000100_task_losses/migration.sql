-- How many processes in a row ended while they had the task. A default that is a constant rewrites no row.
ALTER TABLE "outbox_tasks" ADD COLUMN "losses" INTEGER NOT NULL DEFAULT 0;
