-- Recurring jobs have the topic recurringJob now; every worker schedules them when it starts.
SELECT set_config('app.scope', 'platform', false);

DELETE FROM "outbox_tasks" WHERE topic = 'chore';

SELECT set_config('app.scope', '', false);
