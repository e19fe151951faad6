ALTER TABLE "transcriptions" ADD COLUMN "heard_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "heard_at_start_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "transcriptions" SET "heard_ms" = "heard"."sum" FROM (
	SELECT "transcription_id", sum("end_ms" - "start_ms")::integer AS "sum" FROM "transcription_chunks"
	WHERE "done_at" IS NOT NULL GROUP BY "transcription_id"
) AS "heard" WHERE "heard"."transcription_id" = "transcriptions"."id";--> statement-breakpoint
ALTER TABLE "transcriptions" DROP COLUMN "chunks_done";
