CREATE TABLE "transcription_tallies" (
	"user_id" uuid NOT NULL,
	"total" integer NOT NULL,
	"completed" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "transcriptions_unfinished_of_user";--> statement-breakpoint
CREATE INDEX "transcription_tallies_of_user" ON "transcription_tallies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transcriptions_not_completed" ON "transcriptions" USING btree ("user_id","created_at","id","status") WHERE not is_deleted and status <> 'completed';--> statement-breakpoint
-- Once for each statement, however many rows it changes, and one row for each person whose counts it changes: what is
-- told of a job's progress changes none.
CREATE FUNCTION "public"."keep_tallies"() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO public.transcription_tallies (user_id, total, completed)
		SELECT user_id, count(*), count(*) FILTER (WHERE status = 'completed')
		FROM came WHERE NOT is_deleted GROUP BY user_id;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO public.transcription_tallies (user_id, total, completed)
		SELECT user_id, -count(*), -count(*) FILTER (WHERE status = 'completed')
		FROM went WHERE NOT is_deleted GROUP BY user_id;
	ELSE
		INSERT INTO public.transcription_tallies (user_id, total, completed)
		SELECT user_id, sum(total), sum(completed) FROM (
			SELECT user_id, 1 AS total, (status = 'completed')::integer AS completed FROM came WHERE NOT is_deleted
			UNION ALL SELECT user_id, -1, -(status = 'completed')::integer FROM went WHERE NOT is_deleted
		) AS changed
		GROUP BY user_id
		HAVING sum(total) <> 0 OR sum(completed) <> 0;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "tally_inserted" AFTER INSERT ON "transcriptions" REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."keep_tallies"();--> statement-breakpoint
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "transcriptions" REFERENCING OLD TABLE AS went NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."keep_tallies"();--> statement-breakpoint
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "transcriptions" REFERENCING OLD TABLE AS went
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."keep_tallies"();--> statement-breakpoint
-- Writes what is missing to the true counts, and says of how many people. Changes may go on meanwhile: counts and rows
-- are read as they were at one moment. Of two at once the second waits, or both would write the same.
CREATE FUNCTION "public"."recount_transcriptions"() RETURNS integer
	LANGUAGE plpgsql
	AS $$
DECLARE
	mended integer;
BEGIN
	LOCK TABLE public.transcription_tallies IN SHARE UPDATE EXCLUSIVE MODE;
	INSERT INTO public.transcription_tallies (user_id, total, completed)
	SELECT user_id, sum(total), sum(completed) FROM (
		SELECT user_id, 1 AS total, (status = 'completed')::integer AS completed
		FROM public.transcriptions WHERE NOT is_deleted
		UNION ALL SELECT user_id, -total, -completed FROM public.transcription_tallies
	) AS compared
	GROUP BY user_id
	HAVING sum(total) <> 0 OR sum(completed) <> 0;
	GET DIAGNOSTICS mended = ROW_COUNT;
	RETURN mended;
END
$$;--> statement-breakpoint
-- The triggers came first: nothing is written between them and this, which counts what was there before.
SELECT "public"."recount_transcriptions"();
