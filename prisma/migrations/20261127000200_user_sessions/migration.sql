-- A row for each sign-in, with which its tokens can be ended (src/repositories/user-sessions.ts).
-- CreateTable
CREATE TABLE "user_sessions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "user_sessions_tenant_id_user_id_idx" ON "user_sessions"("tenant_id", "user_id");

ALTER TABLE "user_sessions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_sessions" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_only ON "user_sessions"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform')
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) OR (SELECT current_setting('app.scope', true)) = 'platform');
