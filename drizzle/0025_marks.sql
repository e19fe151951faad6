CREATE TABLE "marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transcription_id" uuid NOT NULL,
	"quote" text NOT NULL,
	"passage" integer NOT NULL,
	"offset" integer NOT NULL,
	"start_ms" integer,
	"end_ms" integer,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marks_of_transcription" ON "marks" USING btree ("transcription_id");