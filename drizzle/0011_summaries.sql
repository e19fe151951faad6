CREATE TABLE "saved_prompts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prompt" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcription_summaries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transcription_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"prompt" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"error" text,
	"text" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"stage" text DEFAULT 'reading' NOT NULL,
	"done_parts" integer DEFAULT 0 NOT NULL,
	"total_parts" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"covers" jsonb,
	"moments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "transcription_summary_parts" (
	"summary_id" uuid NOT NULL,
	"key" text NOT NULL,
	"notes" text NOT NULL,
	CONSTRAINT "transcription_summary_parts_summary_id_key_pk" PRIMARY KEY("summary_id","key")
);
--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcription_summaries" ADD CONSTRAINT "transcription_summaries_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcription_summaries" ADD CONSTRAINT "transcription_summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcription_summary_parts" ADD CONSTRAINT "transcription_summary_parts_summary_id_transcription_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."transcription_summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_prompts_of_user" ON "saved_prompts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "summaries_of_transcription" ON "transcription_summaries" USING btree ("transcription_id","created_at");--> statement-breakpoint
CREATE INDEX "summaries_of_user" ON "transcription_summaries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_summary_running" ON "transcription_summaries" USING btree ("transcription_id") WHERE status = 'running';