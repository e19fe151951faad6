CREATE TABLE "corrected_words" (
	"transcription_id" uuid NOT NULL,
	"segment_id" integer NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "corrected_words_transcription_id_segment_id_pk" PRIMARY KEY("transcription_id","segment_id")
);
--> statement-breakpoint
ALTER TABLE "corrected_words" ADD CONSTRAINT "corrected_words_of_transcript" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcripts"("transcription_id") ON DELETE cascade ON UPDATE no action;