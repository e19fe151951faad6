ALTER TABLE "plans" ADD COLUMN "max_stored_megabytes" integer DEFAULT 5000 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "sound_bytes" bigint;--> statement-breakpoint
UPDATE "plans" SET "max_stored_megabytes" = 50000 WHERE "price_cents" > 0;
