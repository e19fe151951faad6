CREATE TABLE "billing_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"outcome" text DEFAULT 'asked' NOT NULL,
	"stripe_id" text,
	"amount_cents" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"plan" text,
	"price_id" text,
	"status" text DEFAULT 'none' NOT NULL,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"grace_until" timestamp with time zone,
	"failure_told_for" text,
	"synced_at" timestamp with time zone,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	CONSTRAINT "billing_customers_stripe_customer_id_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"stripe_customer_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "premium_interests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "premium_interests_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "billing_audit" ADD CONSTRAINT "billing_audit_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_audit_user" ON "billing_audit" USING btree ("user_id","asked_at");--> statement-breakpoint
CREATE INDEX "billing_customers_synced_at" ON "billing_customers" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "billing_customers_grace_until" ON "billing_customers" USING btree ("grace_until");--> statement-breakpoint
CREATE INDEX "billing_events_customer" ON "billing_events" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "premium_interests_created_at" ON "premium_interests" USING btree ("created_at");