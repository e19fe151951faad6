CREATE TABLE "checked_passages" (
	"transcription_id" uuid NOT NULL,
	"segment_id" integer NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checked_passages_transcription_id_segment_id_pk" PRIMARY KEY("transcription_id","segment_id")
);
--> statement-breakpoint
ALTER TABLE "checked_passages" ADD CONSTRAINT "checked_passages_of_transcript" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcripts"("transcription_id") ON DELETE cascade ON UPDATE no action;