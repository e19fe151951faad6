ALTER TABLE "transcriptions" ADD COLUMN "video_type" text;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "is_example" boolean DEFAULT false NOT NULL;