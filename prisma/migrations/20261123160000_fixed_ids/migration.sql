-- Ids never change. A key that would follow them cannot be spread over machines by tenant.
ALTER TABLE role_claims DROP CONSTRAINT role_claims_tenant_id_role_id_fkey;
ALTER TABLE role_claims ADD CONSTRAINT role_claims_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE user_roles DROP CONSTRAINT user_roles_tenant_id_user_id_fkey;
ALTER TABLE user_roles ADD CONSTRAINT user_roles_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE user_roles DROP CONSTRAINT user_roles_tenant_id_role_id_fkey;
ALTER TABLE user_roles ADD CONSTRAINT user_roles_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION;
