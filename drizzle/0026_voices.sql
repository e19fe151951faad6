CREATE TABLE "voice_pieces" (
	"transcription_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"models" text NOT NULL,
	"stretches" jsonb NOT NULL,
	"vectors" "bytea" NOT NULL,
	CONSTRAINT "voice_pieces_transcription_id_index_pk" PRIMARY KEY("transcription_id","index")
);
--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "stated_voices" smallint;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "voices_state" text;--> statement-breakpoint
ALTER TABLE "voice_pieces" ADD CONSTRAINT "voice_pieces_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;