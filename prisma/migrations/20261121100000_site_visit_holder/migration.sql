-- AlterTable
ALTER TABLE "site_visits" ADD COLUMN     "holder" UUID;
