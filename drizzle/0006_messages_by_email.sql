CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email");--> statement-breakpoint
CREATE INDEX "feedback_messages_email" ON "feedback_messages" USING btree ("email");