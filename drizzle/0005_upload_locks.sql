ALTER TABLE "uploads" ADD COLUMN "lock_token" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "release_asked" boolean DEFAULT false NOT NULL;