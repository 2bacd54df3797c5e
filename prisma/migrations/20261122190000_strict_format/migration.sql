-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "strict_format" BOOLEAN NOT NULL DEFAULT false;
