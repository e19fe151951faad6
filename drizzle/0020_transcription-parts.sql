CREATE TABLE "transcription_parts" (
	"transcription_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"file_name" text NOT NULL,
	"upload_id" uuid,
	"start_ms" integer,
	"duration_ms" integer,
	"is_faulty" boolean DEFAULT false NOT NULL,
	CONSTRAINT "transcription_parts_transcription_id_position_pk" PRIMARY KEY("transcription_id","position")
);
--> statement-breakpoint
ALTER TABLE "transcription_parts" ADD CONSTRAINT "transcription_parts_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcription_parts" ADD CONSTRAINT "transcription_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transcription_parts_upload_id" ON "transcription_parts" USING btree ("upload_id");