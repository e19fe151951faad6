-- The names come first: of a text that does not fit, only the beginning is searched. A number is no name.
CREATE FUNCTION "public"."searched_text"(speaker_names jsonb, value text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN coalesce((SELECT string_agg(name, ' ') || ' ' FROM jsonb_each_text(speaker_names) AS named (speaker, name) WHERE name !~ '^Pessoa [0-9]+$'), '') || value;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."keep_transcript_words"() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	INSERT INTO public.transcript_words (transcription_id, user_id, words)
	SELECT id, user_id, public.words_of(public.searched_text(new.speaker_names, new.text))
	FROM public.transcriptions WHERE id = new.transcription_id
	ON CONFLICT (transcription_id) DO UPDATE SET words = excluded.words;
	RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER "keep_transcript_words" ON "transcripts";--> statement-breakpoint
CREATE TRIGGER "keep_transcript_words" AFTER INSERT OR UPDATE OF "text", "speaker_names" ON "transcripts"
	FOR EACH ROW EXECUTE FUNCTION "public"."keep_transcript_words"();--> statement-breakpoint
UPDATE "transcript_words" SET "words" = public.words_of(public.searched_text("speaker_names", "text"))
FROM "transcripts"
WHERE "transcripts"."transcription_id" = "transcript_words"."transcription_id" AND "speaker_names" <> '{}';
