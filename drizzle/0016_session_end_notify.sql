-- Each web process hears these and looks at the open streams of the session again. Triggers, since sessions end in
-- many ways: by Better Auth, by our features, by the cascade of a deleted user, and by an operator's own statement.
CREATE FUNCTION "public"."notify_session_change"() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	PERFORM pg_notify('session_changes', 'session:' || OLD.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "public"."notify_factor_change"() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	PERFORM pg_notify('session_changes', 'sessions-of:' || NEW.user_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "session_deleted" AFTER DELETE ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION "public"."notify_session_change"();--> statement-breakpoint
CREATE TRIGGER "session_weakened" AFTER UPDATE ON "sessions"
	FOR EACH ROW WHEN (OLD.aal IS DISTINCT FROM NEW.aal OR NEW.expires_at < OLD.expires_at)
	EXECUTE FUNCTION "public"."notify_session_change"();--> statement-breakpoint
-- A verified factor makes every session of the account owe it that has not passed one.
CREATE TRIGGER "factor_verified" AFTER INSERT OR UPDATE ON "factors"
	FOR EACH ROW WHEN (NEW.status = 'verified')
	EXECUTE FUNCTION "public"."notify_factor_change"();
