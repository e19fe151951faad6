CREATE TABLE "transcription_chunks" (
	"transcription_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"is_silent" boolean DEFAULT false NOT NULL,
	"segments" jsonb,
	"language" text,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "transcription_chunks_transcription_id_index_pk" PRIMARY KEY("transcription_id","index")
);
--> statement-breakpoint
CREATE TABLE "transcriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"duration_ms" integer NOT NULL,
	"language" text NOT NULL,
	"heard_language" text,
	"engine" text,
	"has_video" boolean DEFAULT false NOT NULL,
	"original_key" text,
	"audio_key" text,
	"audio_type" text,
	"peaks_key" text,
	"usage_month" date NOT NULL,
	"usage_seconds" integer NOT NULL,
	"usage_state" text DEFAULT 'reserved' NOT NULL,
	"run" smallint DEFAULT 1 NOT NULL,
	"chunks_total" integer,
	"chunks_done" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"transcription_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"segments" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"speaker_names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transcription_chunks" ADD CONSTRAINT "transcription_chunks_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcriptions_of_user" ON "transcriptions" USING btree ("user_id","created_at" DESC NULLS LAST,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "transcriptions_completed_of_user" ON "transcriptions" USING btree ("user_id","completed_at" DESC NULLS LAST) WHERE not is_deleted and status = 'completed';--> statement-breakpoint
CREATE INDEX "transcriptions_deleted_at" ON "transcriptions" USING btree ("deleted_at") WHERE is_deleted;--> statement-breakpoint
CREATE INDEX "transcriptions_unfinished" ON "transcriptions" USING btree ("updated_at") WHERE status in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_expires_at" ON "uploads" USING btree ("expires_at");