CREATE TABLE "signing_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"sealed_by" text DEFAULT '' NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "factor_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"factor_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"code_hash" text,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_type" text NOT NULL,
	"friendly_name" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"sealed" text NOT NULL,
	"last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price_cents" integer NOT NULL,
	"billing_period" text NOT NULL,
	"features" text[] NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_coming_soon" boolean DEFAULT false NOT NULL,
	"hours_per_month" integer NOT NULL,
	"max_file_minutes" integer NOT NULL,
	"has_watermark" boolean NOT NULL,
	"has_text_exports" boolean NOT NULL,
	"has_summaries" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"avatar" text,
	"plan" text DEFAULT 'free' NOT NULL,
	"occupation" text,
	"use_case" text,
	"how_found" text,
	"welcomed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_months" (
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"reserved_seconds" integer DEFAULT 0 NOT NULL,
	"settled_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_months_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "aal" text DEFAULT 'aal1' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "occupation" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "use_case" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "how_found" text;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_plan_plans_id_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_challenges_factor_id" ON "factor_challenges" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "factor_challenges_expires_at" ON "factor_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_user_id_friendly_name" ON "factors" USING btree ("user_id","friendly_name");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "profiles_plan" ON "profiles" USING btree ("plan");--> statement-breakpoint
INSERT INTO "plans" ("id", "name", "description", "price_cents", "billing_period", "features", "is_featured", "is_coming_soon", "hours_per_month", "max_file_minutes", "has_watermark", "has_text_exports", "has_summaries") VALUES
	('free', 'Free', 'Para conhecer e para transcrições curtas.', 0, 'Mensal', ARRAY['5 horas de transcrição/mês', '10 minutos por arquivo', 'Resumos com IA', 'Downloads em VTT/SRT', 'Com marca d’água'], false, false, 5, 10, true, false, true),
	('basic-monthly', 'Básico', 'Para quem transcreve toda semana.', 2990, 'Mensal', ARRAY['10 horas de transcrição/mês', '1 hora por arquivo', 'Resumos com IA', 'Downloads em VTT/SRT', 'Downloads em PDF/TXT', 'Sem marca d’água'], true, false, 10, 60, false, true, true),
	('basic-annual', 'Básico', 'Para quem transcreve o ano todo.', 29990, 'Anual', ARRAY['10 horas de transcrição/mês', '1 hora por arquivo', 'Resumos com IA', 'Downloads em VTT/SRT', 'Downloads em PDF/TXT', 'Sem marca d’água'], true, false, 10, 60, false, true, true),
	('premium', 'Premium', 'Para equipes e arquivos longos.', 9990, 'Mensal', ARRAY['50 horas de transcrição/mês', '4 horas por arquivo', 'Resumos com IA', 'Downloads em VTT/SRT', 'Downloads em PDF/TXT', 'Sem marca d’água'], false, true, 50, 240, false, true, true);
