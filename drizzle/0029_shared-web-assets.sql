CREATE TABLE "web_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"encoding" text NOT NULL,
	"last_shared_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "web_assets_last_shared_at" ON "web_assets" USING btree ("last_shared_at");