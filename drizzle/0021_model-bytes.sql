ALTER TABLE "transcriptions" ADD COLUMN "model_done_bytes" bigint;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "model_total_bytes" bigint;