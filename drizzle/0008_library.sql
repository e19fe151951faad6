-- Names are qualified throughout: a dump is restored, and a trigger may run, with another search path.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE FUNCTION "public"."without_accents"(value text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));--> statement-breakpoint
-- Every sign ends a word. PostgreSQL's own parser takes "e/ou" for a file and "fim.Agora" for a host.
CREATE FUNCTION "public"."search_words"(value text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN translate(public.without_accents(value), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32));--> statement-breakpoint
-- A tsvector holds one megabyte. A text whose words do not fit must still be saved: then its beginning is searched.
CREATE FUNCTION "public"."words_of"(value text) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE STRICT
	AS $$
BEGIN
	RETURN strip(to_tsvector('pg_catalog.portuguese'::regconfig, public.search_words(value)));
EXCEPTION WHEN program_limit_exceeded THEN
	RETURN strip(to_tsvector('pg_catalog.portuguese'::regconfig, public.search_words(left(value, 250000))));
END
$$;--> statement-breakpoint
CREATE TABLE "transcript_words" (
	"transcription_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
DROP INDEX "transcriptions_of_user";--> statement-breakpoint
DROP INDEX "transcriptions_completed_of_user";--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "name_search" text GENERATED ALWAYS AS (public.without_accents(coalesce(title || ' ', '') || file_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "transcript_words" ADD CONSTRAINT "transcript_words_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_words" ADD CONSTRAINT "transcript_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcript_words_of_user" ON "transcript_words" USING gin ("user_id","words");--> statement-breakpoint
CREATE INDEX "transcriptions_by_date" ON "transcriptions" USING btree ("user_id","created_at","id","status") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "transcriptions_by_duration" ON "transcriptions" USING btree ("user_id","duration_ms","created_at","id","status") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "transcriptions_by_name" ON "transcriptions" USING gin ("user_id","name_search" gin_trgm_ops) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "transcriptions_of_month" ON "transcriptions" USING btree ("user_id","usage_month");--> statement-breakpoint
CREATE INDEX "transcriptions_unfinished_of_user" ON "transcriptions" USING btree ("user_id") WHERE not is_deleted and status in ('pending', 'processing');--> statement-breakpoint
-- Rare words alone make a search quick; what is frequent need not be known from thirty thousand texts.
ALTER TABLE "transcript_words" ALTER COLUMN "words" SET STATISTICS 10;--> statement-breakpoint
CREATE FUNCTION "public"."keep_transcript_words"() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	INSERT INTO public.transcript_words (transcription_id, user_id, words)
	SELECT id, user_id, public.words_of(new.text) FROM public.transcriptions WHERE id = new.transcription_id
	ON CONFLICT (transcription_id) DO UPDATE SET words = excluded.words;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "keep_transcript_words" AFTER INSERT OR UPDATE OF "text" ON "transcripts"
	FOR EACH ROW EXECUTE FUNCTION "public"."keep_transcript_words"();--> statement-breakpoint
INSERT INTO "transcript_words" ("transcription_id", "user_id", "words")
SELECT "transcription_id", "user_id", public.words_of("text")
FROM "transcripts" JOIN "transcriptions" ON "id" = "transcription_id";
